/** Records requests and stream connections of apps, for the owners of the apps and for metrics. */
import { type Caller, callerIds } from './auth/caller.ts'
import { AuthError } from './auth/errors.ts'
import type { Config } from './config.ts'
import { addHourCounts } from './domain/usage/hours.ts'
import { EdgeError } from './http/endpoint.ts'
import { requestOriginReader } from './http/request-origin.ts'
import type { Logger } from './lib/log.ts'
import type { Clock } from './lib/time/clock.ts'
import type { Metrics } from './metrics.ts'
import type { Credentials } from './request-log/app-entry.ts'
import { AppRequests, type CallerReader } from './request-log/app-requests.ts'
import { HourCounter } from './request-log/hour-counter.ts'
import type { Runtime } from './runtime.ts'
import { ConnectionLog } from './streams/connection-log.ts'

export interface AppTraffic {
  readonly requests: AppRequests<Caller>
  readonly hours: HourCounter
  readonly connections: ConnectionLog
  /** Stores the counts. @throws the error of the store */
  close(): Promise<void>
}

export interface AppTrafficParts {
  readonly runtime: Runtime
  readonly metrics: Metrics
  readonly clock: Clock
  readonly logger: Logger
}

export function openAppTraffic(
  { trusted_proxy, insecure_http }: Pick<Config, 'trusted_proxy' | 'insecure_http'>,
  { runtime, metrics, clock, logger }: AppTrafficParts,
): AppTraffic {
  const { store } = runtime.context
  const hours = new HourCounter({
    clock,
    store: (counts) => addHourCounts(store, counts),
    onFailure: (error) =>
      logger.warn({ err: error }, 'requests could not be counted; they are stored again in a minute'),
  })
  const originOf = requestOriginReader({ trustedProxy: trusted_proxy, insecureHttp: insecure_http })
  const requests = new AppRequests({ clock, counter: hours, callers: CALLERS, originOf })
  const connections = new ConnectionLog(clock, (appId, posts) => hours.addPosts(appId, posts))
  exposeTraffic(metrics, requests, hours)
  return {
    requests,
    hours,
    connections,
    close() {
      requests.close()
      return hours.close()
    },
  }
}

function exposeTraffic(metrics: Metrics, requests: AppRequests<Caller>, hours: HourCounter): void {
  metrics.gauge('aviary_app_requests', 'Requests in the logs of apps.', () => requests.size)
  metrics.gauge(
    'aviary_app_requests_bytes',
    'Estimated memory of the logs of apps, in bytes.',
    () => requests.bytes,
  )
  metrics.gauge(
    'aviary_app_requests_recorded_apps',
    'Apps whose headers and bodies are recorded.',
    () => requests.recorded,
  )
  metrics.counter(
    'aviary_app_requests_dropped_total',
    'Requests that were removed from the logs of apps to make room.',
    () => requests.dropped,
  )
  metrics.counter(
    'aviary_app_request_counts_lost_total',
    'Counts of requests by app and hour that were lost because the buffer was full.',
    () => hours.lost,
  )
}

const CALLERS: CallerReader<Caller> = {
  appOf: (caller, error) => (caller === undefined ? appNamedBy(error) : callerIds(caller).appId),
  userOf: (caller) => (caller?.kind === 'user' ? caller.user.id : undefined),
  credentialsOf: (caller) => caller && credentialsOf(caller),
  // The reasons of other errors are not recorded, because they may contain facts that the client must not learn.
  reasonOf: (error) => (error instanceof AuthError || error instanceof EdgeError ? error.message : ''),
}

function appNamedBy(error: unknown): bigint | undefined {
  return error instanceof AuthError ? error.appId : undefined
}

function credentialsOf(caller: Caller): Credentials | undefined {
  switch (caller.kind) {
    case 'user':
      return caller.scheme
    case 'app':
      return caller.scopes === undefined ? 'bearer' : 'oauth2'
    case 'basic':
      return 'basic'
    case 'consumer':
    case 'request-token':
      return 'consumer'
    default:
      return undefined
  }
}
