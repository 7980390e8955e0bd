/** Cell position in the table, in CSS pixels. */
export interface CellBox {
  top: number;
  left: number;
  width: number;
  height: number;
}
