/**
 * Checks the keys in the output of `--json`: keys are in snake case, the same thing has the same name in all
 * commands, and ids are strings.
 */
import assert from 'node:assert/strict'

/** Names that a command must not use, each with the name that all commands use instead. */
const SYNONYMS: Readonly<Record<string, string>> = {
  username: 'screen_name',
  handle: 'screen_name',
  application_id: 'app_id',
  next_cursor: 'next',
  cursor: 'next',
  account: 'account_name',
  mail: 'email',
  path: 'file',
  size: 'bytes',
  errors: 'faults',
  created: 'created_at',
  head: 'log_position',
  log_head: 'log_position',
  schema: 'schema_version',
}

/**
 * Members whose keys are data: names of the forms of files, kinds of imported or checked objects, and details
 * of events.
 */
const OF_DATA: ReadonlySet<string> = new Set(['counts', 'details', 'forms', 'kinds'])

/** The types that a key has had, each with the place where it occurred. Null does not count. */
export type KeyTypes = Map<string, Map<string, string>>

/**
 * Checks the keys of a result.
 * @param at the command that printed the result
 * @param types collects the types of the keys for {@link checkTypes}
 */
export function checkJsonKeys(value: unknown, at: string, types: KeyTypes = new Map()): void {
  if (Array.isArray(value)) for (const item of value) checkJsonKeys(item, `${at}[]`, types)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  for (const [key, member] of Object.entries(value)) {
    assert.match(key, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, `${at}.${key} is not in snake case`)
    const usual = SYNONYMS[key]
    assert.equal(usual, undefined, `${at}.${key} has the name ${usual} in other commands`)
    if (/(^|_)id$/.test(key) && member !== null) {
      assert.equal(typeof member, 'string', `${at}.${key} is not a string`)
    }
    if (member !== null) {
      const places = types.get(key) ?? new Map()
      types.set(key, places.set(Array.isArray(member) ? 'array' : typeof member, at))
    }
    if (!OF_DATA.has(key)) checkJsonKeys(member, `${at}.${key}`, types)
  }
}

/**
 * Asserts that a key has one type in all commands. A second type would show that two different things have
 * the same name.
 */
export function checkTypes(types: KeyTypes): void {
  const mixed = [...types].filter(([, places]) => places.size > 1)
  assert.deepEqual(
    mixed.map(([key, places]) => [key, Object.fromEntries(places)]),
    [],
    'keys with different types',
  )
}
