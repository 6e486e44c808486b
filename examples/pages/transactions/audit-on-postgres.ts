/** The tables for a PostgreSQL of version 14 or later. Each statement can run again, at each start. */
export const TABLES = [
  'CREATE TABLE IF NOT EXISTS notes (id text PRIMARY KEY)',
  'CREATE TABLE IF NOT EXISTS audit (at text NOT NULL, who text, what text NOT NULL, path text NOT NULL)',
  `CREATE OR REPLACE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'The audit log is not changed'; END $$`,
  `CREATE OR REPLACE TRIGGER audit_is_not_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit()`,
]
