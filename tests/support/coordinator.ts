import pg from 'pg';
import { ON_CLUSTER } from './cluster.ts';

/** Makes a database of plain PostgreSQL look like that of a Citus coordinator with one worker. Does nothing on a cluster. */
export async function lookLikeCoordinator(ownerUrl: string): Promise<void> {
  if (ON_CLUSTER) return;
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`
      SET allow_system_table_mods = on;
      INSERT INTO pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
        SELECT 2000000001, 'citus', extowner, extnamespace, false, '13.2-1' FROM pg_extension LIMIT 1;
      CREATE TABLE pg_catalog.pg_dist_node (noderole text, isactive boolean, shouldhaveshards boolean);
      CREATE TABLE pg_catalog.pg_dist_partition (logicalrelid regclass, partmethod "char");
      INSERT INTO pg_catalog.pg_dist_partition VALUES ('leads', 'h');
      RESET allow_system_table_mods`);
  } finally {
    await client.end();
  }
}
