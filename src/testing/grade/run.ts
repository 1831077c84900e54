/** Runs a grading: starts a server for tests, creates data, and runs the client. */
import { must } from '../../lib/assert.ts'
import { launch } from '../launch.ts'
import type { Aviary } from '../library/aviary.ts'
import { handleOf } from '../library/handle.ts'
import type { GradedRow } from './attempt.ts'
import { GradeDriver } from './driver.ts'
import { gradePaging } from './paging-judges.ts'
import { gradeMissed, gradeReceived } from './received.ts'
import { gradeStream } from './stream-judges.ts'
import { buildGradedWorld, GRADED_WORD, type GradedWorld } from './world.ts'

export interface GradeOptions {
  readonly settings: Readonly<Record<string, string | boolean | undefined>>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Declared paths of the streams. */
  readonly streamPaths: readonly string[]
  /** True for a quick run, which has one failure of each kind and shorter waits. */
  readonly isQuick: boolean
  readonly log: Pick<NodeJS.WritableStream, 'write'>
  /** Called with a sentence at each step. */
  note(sentence: string): void
  /** Runs the client. Resolves when the client has ended, or when it is not needed any more. */
  whileRunning(place: GradedPlace, done: Promise<void>): Promise<void>
  /**
   * Returns the content of the file with the ids that the client handled. Called after the run; undefined if the
   * client writes no file.
   */
  received(): Promise<string | undefined>
}

/** Addresses and credentials for a client, by the names of the environment variables that contain them. */
export type GradedPlace = Readonly<Record<string, string>>

/**
 * Runs a client through all trials. @returns a report row for each rule
 * @throws the errors of `launch`
 */
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
    const world = await buildGradedWorld(aviary, runtime.context, machine)
    const driver = new GradeDriver({
      ...{ machine, requests, isQuick, note, faults: aviary.faults, publish: (kind) => world.publish(kind) },
      streamPaths: new Set(options.streamPaths.filter((path) => GRADED.test(path))),
      partition: world.compliance.partition,
    })
    const stop = driver.start()
    try {
      await options.whileRunning(placeOf(aviary, world), driver.done)
    } finally {
      stop()
    }
    const { kind, steps, connections, pages } = driver
    const run = { kind, steps, connections, isQuick, endedAt: machine.now() }
    const received = await options.received()
    const missed = gradeMissed(received, world.published, run)
    return [
      ...gradeStream(run),
      gradeReceived(received, world.published),
      ...(missed === undefined ? [] : [missed]),
      ...gradePaging(pages),
    ]
  } finally {
    await launched.close()
  }
}

/**
 * Paths of filtered, sampled and compliance streams. User streams are not graded, because their first messages are not
 * posts.
 */
const GRADED = /^\/(2|1\.1|labs|stream)\/.*(\/stream|\/(filter|sample)(\.json)?|:stream_label\.json)$/

function placeOf(aviary: Aviary, world: GradedWorld): GradedPlace {
  const { app, token, proxy } = aviary
  const ca = proxy?.caFile
  return {
    GRADE_URL: aviary.url,
    GRADE_STREAM_URL: aviary.streamUrl,
    GRADE_BEARER_TOKEN: app.bearerToken,
    GRADE_CONSUMER_KEY: app.consumerKey,
    GRADE_CONSUMER_SECRET: app.consumerSecret,
    GRADE_ACCESS_TOKEN: token.accessToken,
    GRADE_ACCESS_TOKEN_SECRET: token.accessTokenSecret,
    GRADE_USER: world.screenName,
    GRADE_USER_ID: world.userId,
    GRADE_WORD: GRADED_WORD,
    GRADE_PAGE_SIZE: '100',
    GRADE_COMPLIANCE_URL: `${aviary.streamUrl}${world.compliance.path}`,
    GRADE_COMPLIANCE_USER: world.compliance.email,
    GRADE_COMPLIANCE_PASSWORD: world.compliance.password,
    ...(proxy === undefined ? {} : { HTTPS_PROXY: proxy.url }),
    ...(ca === undefined ? {} : { REQUESTS_CA_BUNDLE: ca, SSL_CERT_FILE: ca, NODE_EXTRA_CA_CERTS: ca }),
  }
}
