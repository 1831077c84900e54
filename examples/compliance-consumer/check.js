/**
 * `node consumer.js check settings.json --ids FILE` lists the ids in a file that must be deleted according to
 * the copy. Options and exit codes are those of `aviary compliance check`:
 *
 *   0  every line was read, and nothing must be deleted
 *   1  something must be deleted
 *   2  wrong usage
 *   3  something was unreadable, or nothing was read, or the copy has a gap
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ColumnUnclear, ROUNDED, readHeldIds } from './id-list.js'
import { Store } from './store.js'

const [MUST_DELETE, WRONG_USAGE, NO_VERDICT] = [1, 2, 3]

/** Checks the ids and prints the result. @returns the exit code */
export async function check(settings, words) {
  let options
  try {
    options = optionsOf(words)
  } catch (error) {
    console.error(error.message)
    return WRONG_USAGE
  }
  try {
    return await checked(settings, options)
  } catch (error) {
    console.error(error.message)
    return error instanceof ColumnUnclear ? WRONG_USAGE : NO_VERDICT
  }
}

function optionsOf(words) {
  const text = { type: 'string' }
  const options = {
    ids: text,
    type: { ...text, default: 'tweets' },
    column: text,
    report: text,
    unknown: text,
    json: { type: 'boolean' },
  }
  const { values } = parseArgs({ args: words, options })
  if (values.ids === undefined) throw new Error('--ids FILE is missing: the file of the ids to check')
  if (values.type !== 'tweets' && values.type !== 'users') throw new Error('--type takes tweets or users')
  return values
}

async function checked(settings, { ids: file, type, column, report, unknown, json }) {
  const held = await readHeldIds(file, { type, column })
  const { copy, positions } = Store.read(settings.store)
  const ids = held.isRounded ? [] : [...held.ids].map((id) => outcomeOf(copy, type, id))
  const count = (action, reason) =>
    ids.filter((each) => each.action === action && (reason ?? each.reason) === each.reason).length
  const counts = {
    checked: ids.length,
    duplicates: held.duplicates,
    to_delete: count('delete'),
    scrub_geo: count('scrub_geo'),
    withheld: count('withheld'),
    available: count('none', 'available'),
    unknown: count('none', 'unknown'),
    unreadable: held.unreadable.length,
  }
  const isComplete = counts.unreadable === 0 && ids.length > 0 && copy.gaps.length === 0
  const exitCode = counts.to_delete + counts.scrub_geo > 0 ? MUST_DELETE : isComplete ? 0 : NO_VERDICT
  const result = {
    ...{
      type,
      input: { bytes: held.bytes, sha256: held.sha256 },
      server: settings.url,
      log_position: positions,
    },
    ...(held.column === undefined ? {} : { column: held.column }),
    ...{
      ...counts,
      unreadable_lines: held.unreadable,
      gaps: copy.gaps,
      complete: isComplete,
      exit_code: exitCode,
    },
    ...(held.isRounded ? { refused: ROUNDED } : {}),
  }
  if (report !== undefined) {
    const head = { report: 'compliance check of a copy', version: 1, made_at: new Date().toISOString(), file }
    writeWhole(report, `${JSON.stringify({ ...head, ...result, ids })}\n`)
  }
  const isUnknown = ({ reason }) => reason === 'unknown'
  if (unknown !== undefined)
    writeWhole(
      unknown,
      ids
        .filter(isUnknown)
        .map(({ id }) => `${id}\n`)
        .join(''),
    )
  const redactions = ids.filter(({ action }) => action !== 'none')
  console.log(json ? JSON.stringify({ redactions, ...result }) : wordsOf(redactions, result))
  return exitCode
}

function wordsOf(redactions, { refused, unreadable_lines, gaps, complete, ...counts }) {
  const parts = [
    ['to delete', counts.to_delete],
    ['to strip of their location (scrub_geo)', counts.scrub_geo],
    ['withheld in some countries', counts.withheld],
    ['available', counts.available],
    ['unknown', counts.unknown],
    ['unreadable', counts.unreadable],
  ].flatMap(([words, number], index) => (number > 0 || index === 0 ? [`${number} ${words}`] : []))
  return [
    ...redactions.map(({ id, action, reason }) => `${id}\t${action}\t${reason}`),
    ...unreadable_lines.slice(0, 20).map(({ place, reason }) => `unreadable ${place}: ${reason}`),
    refused !== undefined
      ? `Refused: ${refused}. Nothing was checked.`
      : counts.checked === 0
        ? 'Found no ids, so nothing was checked.'
        : `Checked ${counts.checked} ids: ${parts.join(', ')}.`,
    ...(gaps.length > 0
      ? ['This copy has a gap and may be wrong; check on the server with "aviary compliance check".']
      : []),
    ...(complete || counts.checked === 0 ? [] : ['This check is incomplete.']),
  ].join('\n')
}

function outcomeOf(copy, type, id) {
  if (type === 'users') {
    const user = copy.users.get(id)
    return {
      id,
      ...(user === undefined ? UNKNOWN : (hiddenBy(user) ?? withheldBy(user.withheld) ?? AVAILABLE)),
    }
  }
  const post = copy.posts.get(id)
  if (post === undefined) return { id, ...UNKNOWN }
  if (post.isDeleted) return { id, action: 'delete', reason: 'deleted' }
  const original = copy.posts.get(post.object?.retweeted_status_id_str) ?? {}
  const authors = [copy.users.get(post.userId) ?? {}, copy.users.get(original.userId) ?? {}]
  const hidden = hiddenBy(authors[0]) ?? hiddenBy(authors[1])
  if (hidden !== undefined) return { id, ...hidden }
  if (post.isDropped || original.isDropped) return { id, action: 'delete', reason: 'dropped' }
  if (BigInt(authors[0].scrubbedUpTo ?? 0) >= BigInt(id))
    return { id, action: 'scrub_geo', reason: 'scrub_geo' }
  const lists = [post.withheld, original.withheld, ...authors.map(({ withheld }) => withheld)]
  return { id, ...(withheldBy(lists.flatMap((list) => list ?? [])) ?? AVAILABLE) }
}

const UNKNOWN = { action: 'none', reason: 'unknown' }
const AVAILABLE = { action: 'none', reason: 'available' }

function hiddenBy(user) {
  const reason = user.isSuspended
    ? 'suspended'
    : user.isDeactivated
      ? 'deactivated'
      : user.isProtected
        ? 'protected'
        : undefined
  return reason === undefined ? undefined : { action: 'delete', reason }
}

function withheldBy(countries = []) {
  const list = [...new Set(countries)].sort()
  return list.length === 0
    ? undefined
    : { action: 'withheld', reason: 'withheld', withheld_in_countries: list }
}

/** Writes a file under a temporary name and renames it when it is complete. */
function writeWhole(path, text) {
  const partial = `${path}.${process.pid}.partial`
  try {
    const handle = openSync(partial, 'wx')
    try {
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(partial, path)
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}
