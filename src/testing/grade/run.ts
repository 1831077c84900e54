/** A graded run: a server for tests, the graded world, and the client that connects. */
import { publicFamilies } from '../../edge.ts'
import { must } from '../../lib/assert.ts'
import { launch } from '../launch.ts'
import type { Aviary } from '../library/aviary.ts'
import { handleOf } from '../library/handle.ts'
import type { GradedRow } from './attempt.ts'
import { GradeDriver } from './driver.ts'
import { gradePaging } from './paging-judges.ts'
import { gradeReceived } from './received.ts'
import { gradeStream } from './stream-judges.ts'
import { buildGradedWorld, GRADED_WORD, type GradedWorld } from './world.ts'

export interface GradeOptions {
  readonly settings: Readonly<Record<string, string | boolean | undefined>>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** One failure of each kind, and shorter waits. */
  readonly isQuick: boolean
  readonly log: Pick<NodeJS.WritableStream, 'write'>
  /** Receives a sentence at each step. */
  note(sentence: string): void
  /** The run of the client. @returns when it has ended, or should not be waited for any longer */
  whileRunning(place: GradedPlace, done: Promise<void>): Promise<void>
  /** The ids that the client has handled, when it has ended; undefined when it writes none. */
  received(): Promise<string | undefined>
}

/** What a client needs to connect, by the names of environment variables. */
export type GradedPlace = Readonly<Record<string, string>>

/** Runs a client through all trials. @returns a row for each rule. @throws as `launch` */
export async function grade(options: GradeOptions): Promise<readonly GradedRow[]> {
  const { settings, environment, isQuick, log, note } = options
  const launched = await launch({
    settings: { proxy_port: '0', log_level: 'error', ...settings, test_controls: 'on' },
    environment,
    log,
  })
  try {
    const { runtime, testControls } = launched.server
    const { machine, requests } = must(testControls, 'test controls')
    const aviary = handleOf(launched)
    const world = await buildGradedWorld(aviary, runtime.context)
    const driver = new GradeDriver({
      ...{ machine, requests, isQuick, note, faults: aviary.faults, publish: () => world.publish() },
      streamPaths: endlessPaths(),
    })
    const stop = driver.start()
    try {
      await options.whileRunning(placeOf(aviary, world), driver.done)
    } finally {
      stop()
    }
    const { steps, connections, pages } = driver
    return [
      ...gradeStream({ steps, connections, isQuick, endedAt: machine.now() }),
      gradeReceived(await options.received(), world.published),
      ...gradePaging(pages),
    ]
  } finally {
    await launched.close()
  }
}

/** Streams of posts. The messages of other streams are about other things than posts. */
function endlessPaths(): ReadonlySet<string> {
  const endpoints = publicFamilies().flatMap((family) => family.endpoints)
  const paths = endpoints.filter(({ isEndless }) => isEndless === true).map(({ paths: [path] }) => path)
  return new Set(paths.filter((path) => /(\/stream|\/filter|\/filter\.json)$/.test(path)))
}

function placeOf(aviary: Aviary, world: GradedWorld): GradedPlace {
  const { app, token, proxy } = aviary
  const ca = proxy?.caFile
  return {
    AVIARY_URL: aviary.url,
    AVIARY_STREAM_URL: aviary.streamUrl,
    AVIARY_BEARER_TOKEN: app.bearerToken,
    AVIARY_CONSUMER_KEY: app.consumerKey,
    AVIARY_CONSUMER_SECRET: app.consumerSecret,
    AVIARY_ACCESS_TOKEN: token.accessToken,
    AVIARY_ACCESS_TOKEN_SECRET: token.accessTokenSecret,
    AVIARY_GRADED_USER: world.screenName,
    AVIARY_GRADED_USER_ID: world.userId,
    AVIARY_GRADED_WORD: GRADED_WORD,
    AVIARY_PAGE_SIZE: '100',
    ...(proxy === undefined ? {} : { HTTPS_PROXY: proxy.url }),
    ...(ca === undefined ? {} : { REQUESTS_CA_BUNDLE: ca, SSL_CERT_FILE: ca, NODE_EXTRA_CA_CERTS: ca }),
  }
}
