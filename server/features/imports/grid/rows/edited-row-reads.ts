/** Statement for the numbers of the edited rows of a grid; `$1` and `$2` are the organization and the upload. */
export const EDITED_ROWS = `SELECT e.row_number FROM import_grids g
  JOIN import_edits e ON e.organization_id = $1 AND e.upload_id = $2 AND e.reading = g.reading AND e.cells <> '{}'
  WHERE g.organization_id = $1 AND g.upload_id = $2`;
