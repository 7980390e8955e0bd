/** Statement for the numbers of the edited rows; `$1` and `$2` are the organization and the upload. */
export const EDITED_ROWS = `SELECT e.row_number FROM import_edits e
  WHERE e.organization_id = $1 AND e.upload_id = $2 AND e.cells <> '{}'`;
