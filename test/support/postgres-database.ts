import postgres from 'postgres'

/** What a new database is made from. */
export interface DatabaseOptions {
  /** Server encoding, for example `SQL_ASCII`; that of the template when left out. */
  encoding?: string
  /** The database to copy; nobody may be connected to it. */
  template?: string
}

/**
 * Creates a database on the server that `serverUrl` names, and gives its URL.
 *
 * @throws postgres.PostgresError when it exists already or the options do not fit together.
 */
export async function createDatabase(
  serverUrl: string,
  name: string,
  options: DatabaseOptions = {},
): Promise<string> {
  // Only template0 may be copied into another encoding.
  const template = options.template ?? (options.encoding === undefined ? undefined : 'template0')
  const clauses = [
    `create database ${identifier(name)}`,
    template === undefined ? '' : `template ${identifier(template)}`,
    options.encoding === undefined ? '' : `encoding ${literal(options.encoding)}`,
  ]
  await execute(serverUrl, clauses.join(' '))
  return databaseUrl(serverUrl, name)
}

/** Drops a database when it exists, ending the connections to it. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await execute(serverUrl, `drop database if exists ${identifier(name)} with (force)`)
}

/** Whether the server has a database of this name. */
export async function databaseExists(serverUrl: string, name: string): Promise<boolean> {
  const rows = await execute(serverUrl, `select 1 from pg_database where datname = ${literal(name)}`)
  return rows.length > 0
}

/**
 * Gives a database another name. Nobody may be connected to it.
 *
 * @throws postgres.PostgresError when that name is taken.
 */
export async function renameDatabase(serverUrl: string, name: string, newName: string): Promise<void> {
  await execute(serverUrl, `alter database ${identifier(name)} rename to ${identifier(newName)}`)
}

/** `serverUrl` with another database in its path. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${encodeURIComponent(name)}`
  return url.href
}

async function execute(serverUrl: string, statement: string): Promise<readonly object[]> {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {}, fetch_types: false })
  try {
    return await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
