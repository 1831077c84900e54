/** `aviary test`: a server for tests of clients, whose data is removed when the server stops. */
import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import { processEnvironment, SETTINGS, type SettingName } from '../../config.ts'
import { consoleUrlOf } from '../../lib/server-address.ts'
import { readIsoDay, readOffsetTime } from '../../lib/time/iso-time.ts'
import type { Launched } from '../../testing/launch.ts'
import { type DefaultWorld, TEST_TOKEN, type WorldUser } from '../../testing/world/default-world.ts'
import type { SeedDocument } from '../../testing/world/read-seed.ts'
import { RESOLVE_HINT, resolveHint, resolveLines } from '../client-hints/resolve.ts'
import { trustLines, trustOf } from '../client-hints/trust.ts'
import { numberOfFlag } from '../number-flag.ts'
import type { Streams } from '../output.ts'
import { action, settingsIn, UsageError, withSettings } from '../run.ts'
import { untilSignal } from '../signals.ts'

interface Options extends Record<string, unknown> {
  readonly seedFile?: string
  readonly at?: string
  readonly speed?: string
  readonly untilStdinCloses?: boolean
  readonly resolveHint?: boolean
}

/** Accepted speeds of the clock; 1 is real time. */
const SPEEDS = { min: 0, max: 100_000 }

const HELP = `
Prints one line of JSON on standard output when it is ready: URLs, credentials, and the token of the test controls
(default: ${TEST_TOKEN}). The credentials are the same at every start; with --seed-file they
are those of the file. The data is in memory and is removed at the end.

These settings have other defaults than those of "aviary serve": api_date is latest, limits is relaxed, port and ops_port are
0 (free ports), webhook_allow is this machine, test_controls is on, log_level is warn.`

export function testCommand(streams: Streams, exit: (code: number) => void): Command {
  const command = new Command('test')
    .description(
      'Run a server for tests of clients: known credentials, test controls, data that is removed at the end.',
    )
    .option(
      '--seed-file <FILE>',
      'World in place of the default one, in YAML or JSON; "aviary init" writes an example',
    )
    .option(
      '--at <TIME>',
      'Time of the server’s clock at the start, such as 2020-08-12T00:00:00Z (default: now)',
    )
    .option(
      '--speed <N>',
      'Speed of the server’s clock: 0 is frozen, 60 runs an hour in a minute (default: 1)',
    )
    .option('--until-stdin-closes', 'Stop when standard input closes, that is, when the parent process ends')
    .option('--resolve-hint', RESOLVE_HINT)
  // The setting `data` is left out, because this command makes its own data directory.
  const names = (Object.keys(SETTINGS) as SettingName[]).filter((name) => name !== 'data')
  return withSettings(command, names)
    .addHelpText('after', HELP)
    .action(
      action<Options, []>(streams, exit, async ({ config, output }, options) => {
        const { startAt, speed } = clockOf(options)
        const seed = options.seedFile === undefined ? undefined : await seedOf(options.seedFile)
        // The signal handlers are installed before the start, because signals may arrive at any time.
        const failed = Promise.withResolvers<void>()
        const ends = options.untilStdinCloses === true ? [untilInputCloses()] : []
        const stopped = untilSignal(Promise.race([failed.promise, ...ends]))
        // This import is dynamic, because loading the module would double the start time of other commands.
        const { launch } = await import('../../testing/launch.ts')
        const environment = processEnvironment()
        const settings = settingsIn(options)
        const started = launch({ settings, environment, startAt, speed, seed, log: streams.err })
        started.catch(failed.resolve)
        const launched = await started
        const { place, ownTls } = launched.server
        const hint = options.resolveHint === true ? await resolveHint(place, config.host) : undefined
        for (const line of trustLines(ownTls)) output.note(line)
        for (const line of hint === undefined ? [] : resolveLines(hint)) output.note(line)
        streams.out.write(`${JSON.stringify({ ...describe(launched), resolve_hint: hint })}\n`)
        await stopped
        await launched.close()
      }),
    )
}

function clockOf({ at, speed }: Options): { startAt: number | undefined; speed: number | undefined } {
  const startAt = at === undefined ? undefined : (readOffsetTime(at) ?? readIsoDay(at))
  if (at !== undefined && startAt === undefined) {
    throw new UsageError(`--at takes a time such as 2020-08-12T00:00:00Z, not ${JSON.stringify(at)}`)
  }
  return { startAt, speed: speed === undefined ? undefined : numberOfFlag(speed, '--speed', SPEEDS) }
}

function untilInputCloses(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.on('end', resolve).on('close', resolve).on('error', resolve).resume()
  })
}

/** Reads a seed file. @throws {UsageError} for an unreadable file @throws {DocumentErrors} */
async function seedOf(file: string): Promise<SeedDocument> {
  const { readSeed } = await import('../../testing/world/read-seed.ts')
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new UsageError(`--seed-file: ${error.message}; "aviary init ${file}" writes an example`)
  })
  return readSeed(text, file)
}

/** The output that describes the started server: one line of JSON. */
function describe({ server, world, data }: Launched) {
  const { ownTls, proxy } = server
  return {
    url: server.url,
    admin_url: server.opsUrl,
    console_url: consoleUrlOf(server.place),
    urls: server.urls,
    ...(proxy === undefined ? {} : { proxy: { url: proxy.url, ca_file: proxy.caFile } }),
    ...(ownTls === undefined
      ? {}
      : { tls: { ca_file: ownTls.caFile, names: ownTls.names, trust: trustOf(ownTls) } }),
    data,
    test_token: server.testControls?.token,
    ...('app' in world ? describeDefault(world) : world),
  }
}

function describeDefault({ app, user, friend, console }: DefaultWorld) {
  return {
    app: {
      id: app.id,
      consumer_key: app.consumerKey,
      consumer_secret: app.consumerSecret,
      bearer_token: app.bearerToken,
      client_id: app.clientId,
      callback_urls: app.callbackUrls,
    },
    user: describeUser(user),
    friend: describeUser(friend),
    console: { account_name: console.accountName, email: console.email, password: console.password },
  }
}

function describeUser(user: WorldUser) {
  return {
    id: user.id,
    screen_name: user.screenName,
    email: user.email,
    password: user.password,
    access_token: user.accessToken,
    access_token_secret: user.accessTokenSecret,
  }
}
