/** Props of the builder of conditions, which the lead list brings. */
export interface OrderConditionsProps {
  where: readonly unknown[];
  onChange: (where: unknown[]) => void;
}
