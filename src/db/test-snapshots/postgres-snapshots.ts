/** Snapshots of a PostgreSQL database: schemas beside the one of the data, with copies of its tables. */
import { catalogOf } from '../maintenance/catalog.ts'
import { storeError } from '../postgres/errors.ts'
import { connectToPrimary } from '../postgres/open-primary.ts'
import type { Sql } from '../postgres/session.ts'
import type { DatabaseSnapshots } from './database-snapshots.ts'

const PREFIX = 'aviary_snapshot_'

/** Tables of processes and of the schema, which stay as they are. */
const KEPT = ['migrations', 'workers', 'cluster_nodes', 'cluster_leases']

/** Size of a table, in bytes, above which truncating it is faster than deleting its rows. */
const LARGE_BYTES = 1_048_576

export function postgresSnapshots(url: string): DatabaseSnapshots {
  let opened: Sql | undefined
  const sql = () => {
    opened ??= connectToPrimary({ url, connections: 1, name: 'aviary snapshots' })
    return opened
  }
  const run = async (text: string, isolation = 'read committed') => {
    try {
      await sql().begin(`isolation level ${isolation}`, (transaction) => transaction.unsafe(text))
    } catch (error) {
      throw storeError(error)
    }
  }
  let tables: Tables | undefined
  const known = async () => {
    tables ??= await tablesOf(sql())
    return tables
  }
  return {
    async list() {
      const rows = await sql().unsafe<{ name: string; version: string | null }[]>(
        `select nspname as name, obj_description(oid, 'pg_namespace') as version from pg_namespace
        where starts_with(nspname, '${PREFIX}')`,
      )
      return rows.map(({ name, version }) => ({ name: name.slice(PREFIX.length), version: version ?? '' }))
    },
    // One state of all tables, also while other sessions write.
    save: async (name) => run(copyText(await known(), 'public', PREFIX + name), 'repeatable read'),
    copy: async (from, to) => run(copyText(await known(), PREFIX + from, PREFIX + to)),
    restore: async (name) => run(restoreText(await known(), PREFIX + name)),
    remove: async (name) => run(`drop schema if exists "${PREFIX}${name}" cascade`),
    close: async () => opened?.end({ timeout: 5 }),
  }
}

interface Tables {
  readonly version: string
  /** Tables with data; each comes after the tables that it refers to. */
  readonly copied: readonly string[]
  /** Tables of counters, which begin again after a restore. */
  readonly counters: readonly string[]
}

async function tablesOf(sql: Sql): Promise<Tables> {
  const applied = await sql.unsafe<{ name: string }[]>('select name from migrations order by name')
  const rows = await sql.unsafe<{ name: string }[]>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  )
  const existing = new Set(rows.map(({ name }) => name))
  const names = applied.map(({ name }) => name)
  const copied = catalogOf(names)
    .tables.map(({ name }) => name)
    .filter((name) => existing.has(name) && !KEPT.includes(name))
  const counters = [...existing].filter((name) => !copied.includes(name) && !KEPT.includes(name))
  return { version: names.at(-1) ?? '', copied, counters }
}

/** One round trip, one transaction. */
function copyText({ version, copied }: Tables, from: string, to: string): string {
  return `do $copy$ begin
    drop schema if exists "${to}" cascade;
    create schema "${to}";
    comment on schema "${to}" is '${version}';
    ${copied.map((name) => `create unlogged table "${to}"."${name}" as table "${from}"."${name}";`).join('\n')}
  end $copy$`
}

/**
 * The rows of small tables are deleted, because truncating a table creates a file. Checks of foreign keys would take
 * most of the time of a restore, and the copy has passed them; they are turned off if the database user is allowed to.
 */
function restoreText({ copied, counters }: Tables, from: string): string {
  const emptied = [...copied.toReversed(), ...counters]
  return `do $restore$ declare large text; begin
    begin
      perform set_config('session_replication_role', 'replica', true);
    exception when insufficient_privilege then null;
    end;
    select string_agg(quote_ident(name), ', ') into large from unnest(array[${emptied.map((name) => `'${name}'`).join(', ')}]) name
      where pg_relation_size(quote_ident(name)::regclass) > ${LARGE_BYTES};
    if large is not null then execute 'truncate ' || large || ' cascade'; end if;
    ${emptied.map((name) => `delete from "${name}";`).join('\n')}
    ${copied.map((name) => `insert into "${name}" select * from "${from}"."${name}";`).join('\n')}
  end $restore$`
}
