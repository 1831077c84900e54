/**
 * Keeps a copy of posts and users correct: `node consumer.js COMMAND settings.json [FILE …]`. See README.md.
 */
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { check } from './check.js'
import { Connects } from './connects.js'
import { Store } from './store.js'
import { follow } from './stream.js'

const PARTITIONS = [1, 2, 3, 4, 5, 6, 7, 8]

/** Number of objects in one entry of the journal. */
const LOADED_AT_ONCE = 500

/** Default number of connections in a minute, which is the limit of an account (docs/limits.md). */
const CONNECTS = 10

const COMMANDS = { begin, load, run, show, wanted, check }

/**
 * Stores the current position of each partition, so that no event is missed while objects are exported and
 * loaded. All partitions share one log and its positions. So this command connects to one partition only, and
 * leaves the other allowed connections to `run`.
 */
async function begin(settings) {
  const store = await Store.open(settings.store)
  const missing = PARTITIONS.filter((partition) => store.positions[partition] === undefined)
  await followAll(settings, store, missing.slice(0, 1), (_messages, stop) => stop())
  const known = store.positions[missing[0]]
  if (known !== undefined) for (const partition of missing.slice(1)) await store.take(partition, known, [])
  await store.close()
  console.log(`noted: ${JSON.stringify(store.positions)}`)
}

/** Loads files of v1.1 objects, one object a line. */
async function load(settings, files) {
  const store = await Store.open(settings.store)
  let count = 0
  for (const file of files) {
    const bytes = createReadStream(file)
    const input = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes
    let objects = []
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.trim() !== '') objects.push(JSON.parse(line))
      if (objects.length < LOADED_AT_ONCE) continue
      count += objects.length
      await store.load(objects)
      objects = []
    }
    count += objects.length
    await store.load(objects)
  }
  await store.close()
  console.log(`loaded ${count} objects`)
}

/** Follows the stream and updates the copy, until a signal stops the process. */
async function run(settings) {
  const store = await Store.open(settings.store)
  if (PARTITIONS.some((partition) => store.positions[partition] === undefined)) {
    throw new Error('The copy has no position from which it can continue: run "begin" first, then "load".')
  }
  for (const gap of store.copy.gaps) warnOf(gap)
  await followAll(settings, store, PARTITIONS, (messages) => {
    for (const { gap } of messages) if (gap !== undefined) warnOf(gap)
  })
  await store.close()
}

/** Prints the copy, a line for each post, user and like. */
async function show(settings) {
  const { copy } = Store.read(settings.store)
  for (const line of copy.lines()) console.log(JSON.stringify(line))
}

/**
 * Prints ids of new versions for `statuses/lookup`. The user then loads the objects in the response with
 * `load`.
 */
async function wanted(settings) {
  for (const id of Store.read(settings.store).copy.wanted()) console.log(id)
}

/**
 * Follows partitions until a signal stops the process.
 * @param onTaken called after messages of a partition were stored, with the messages and a function that
 * stops following the partition
 */
async function followAll(settings, store, partitions, onTaken) {
  const { url, email, password, connects_per_minute = CONNECTS } = settings
  const connects = new Connects(settings.store, connects_per_minute)
  const authorization = `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`
  const all = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => all.abort())
  const follows = partitions.map((partition) => {
    const one = new AbortController()
    const stop = () => one.abort()
    all.signal.addEventListener('abort', stop)
    const take = async (position, messages) => {
      await store.take(partition, position, messages).catch(end)
      onTaken(messages, stop)
    }
    const after = store.positions[partition]
    const turn = () => connects.turn(one.signal)
    return follow({
      url,
      authorization,
      partition,
      after,
      take,
      turn,
      log: console.error,
      signal: one.signal,
    })
  })
  await Promise.all(follows)
}

/** Ends the process when messages cannot be stored. The server sends them again at the next start. */
function end(error) {
  console.error(error)
  process.exit(1)
}

function warnOf({ from, to, reason }) {
  console.error(
    `the server did not send events ${from} to ${to} (${reason}): this copy may be wrong about their posts and users. ` +
      'The consumer continues; make a new copy beside this one (begin, export, load, run), and use the new copy.',
  )
}

/** The path of the store is relative to the settings file, not to the current folder. */
async function settingsOf(file) {
  const settings = JSON.parse(await readFile(file, 'utf8'))
  return { ...settings, store: resolve(dirname(file), settings.store) }
}

const [command = '', file = 'settings.json', ...files] = process.argv.slice(2)
if (COMMANDS[command] === undefined) {
  console.error(`node consumer.js ${Object.keys(COMMANDS).join('|')} settings.json [FILE …|--ids FILE …]`)
  process.exitCode = 2
} else {
  try {
    const code = await COMMANDS[command](await settingsOf(file), files)
    if (typeof code === 'number') process.exitCode = code
  } catch (error) {
    console.error(error.message)
    process.exitCode = command === 'check' ? 3 : 1
  }
}
