/**
 * Makes the database refuse to change some rows until the test removes the trigger that refuses these
 * rows.
 */
import type { Store } from '../../../src/db/store.ts'
import { raw } from '../tables.ts'

export interface FailingRows {
  readonly table: string
  readonly on: 'insert' | 'update' | 'delete'
  /** A condition in SQL that refers to the row as `old` or `new`. */
  readonly when: string
}

/** Makes the database refuse the rows. @returns a function that removes the trigger */
export async function refuseRows(
  store: Store,
  { table, on, when }: FailingRows,
): Promise<() => Promise<void>> {
  const run = (text: string) => store.write((tx) => tx.run(raw(text), {}))
  if (store.engine === 'sqlite') {
    await run(
      `create trigger planted before ${on} on ${table} when ${when} begin select raise(abort, 'planted'); end`,
    )
    return async () => void (await run('drop trigger planted'))
  }
  await run(
    `create function planted() returns trigger language plpgsql as
      $$ begin raise exception 'planted' using errcode = 'check_violation'; end $$`,
  )
  await run(
    `create trigger planted before ${on} on ${table} for each row when (${when}) execute function planted()`,
  )
  return async () => void (await run('drop function planted cascade'))
}
