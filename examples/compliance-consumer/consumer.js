/** A copy of posts and users that stays true: `node consumer.js COMMAND settings.json [FILE …]`. See README.md. */
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { Store } from './store.js'
import { follow } from './stream.js'

const PARTITIONS = [1, 2, 3, 4, 5, 6, 7, 8]

/** Objects of one entry of the journal. */
const LOADED_AT_ONCE = 500

const COMMANDS = { begin, load, run, show, wanted }

/** Notes where each partition stands, so that nothing is missed while objects are exported and loaded. */
async function begin(settings) {
  const store = await Store.open(settings.store)
  const missing = PARTITIONS.filter((partition) => store.positions[partition] === undefined)
  await followAll(settings, store, missing, (_messages, stop) => stop())
  await store.close()
  console.log(`noted: ${JSON.stringify(store.positions)}`)
}

/** Takes in files of v1.1 objects, one a line. */
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

/** Keeps the copy true, until it is told to stop. */
async function run(settings) {
  const store = await Store.open(settings.store)
  if (PARTITIONS.some((partition) => store.positions[partition] === undefined)) {
    throw new Error('It is not known where to go on: run "begin" first, then "load".')
  }
  for (const gap of store.copy.gaps) warnOf(gap)
  await followAll(settings, store, PARTITIONS, (messages) => {
    for (const { gap } of messages) if (gap !== undefined) warnOf(gap)
  })
  await store.close()
}

/** The copy, a line for each post, user and like. */
async function show(settings) {
  const { copy } = Store.read(settings.store)
  for (const line of copy.lines()) console.log(JSON.stringify(line))
}

/** Ids of new versions, for `statuses/lookup`; what it answers is loaded. */
async function wanted(settings) {
  for (const id of Store.read(settings.store).copy.wanted()) console.log(id)
}

/** @param onTaken called when something of a partition was stored, with what stops following it */
async function followAll(settings, store, partitions, onTaken) {
  const { url, email, password } = settings
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
    return follow({ url, authorization, partition, after, take, log: console.error, signal: one.signal })
  })
  await Promise.all(follows)
}

/** What cannot be stored is not taken in: it will be told again. */
function end(error) {
  console.error(error)
  process.exit(1)
}

function warnOf({ from, to, reason }) {
  console.error(
    `events ${from} to ${to} were not told (${reason}): this copy may be wrong about whatever they were about. ` +
      'It goes on; make a new one beside it (begin, export, load, run), and use that.',
  )
}

const [command = '', file = 'settings.json', ...files] = process.argv.slice(2)
if (COMMANDS[command] === undefined) {
  console.error(`node consumer.js ${Object.keys(COMMANDS).join('|')} settings.json [FILE …]`)
  process.exitCode = 2
} else {
  try {
    await COMMANDS[command](JSON.parse(await readFile(file, 'utf8')), files)
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
