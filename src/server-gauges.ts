/** Metrics about a server as a whole. */
import type { PublicListener } from './edge.ts'
import type { Generations } from './generations.ts'
import type { CertificateFiles } from './http/tls/certificate-files.ts'
import { type CertificateWatch, watchCertificate } from './http/tls/certificate-watch.ts'
import type { Logger } from './lib/log.ts'
import type { LogSink } from './lib/log-sink.ts'
import type { Clock } from './lib/time/clock.ts'
import { ClockWatch } from './lib/time/clock-watch.ts'
import type { Metrics } from './metrics.ts'
import { clockMetrics } from './ops/clock-metrics.ts'
import type { Runtime } from './runtime.ts'

/** Logs and counts steps of the clock. */
export function watchClock(clock: Clock, logger: Logger, metrics: Metrics, ids: Runtime['ids']): ClockWatch {
  const watch = new ClockWatch(clock, ({ byMs }) => {
    logger.warn({ seconds: byMs / 1000 }, 'the clock was set, or the machine has slept')
  })
  clockMetrics(metrics, watch, ids)
  return watch
}

/** @param sink sink of the log; undefined when the caller provides the log */
export function exposeGauges(
  metrics: Metrics,
  listeners: readonly PublicListener[],
  generations: Generations,
  sink: LogSink | undefined,
): void {
  metrics.counter(
    'aviary_log_lines_dropped_total',
    'Log lines that could not be written because the disk was full or the reader too slow.',
    () => sink?.dropped ?? 0,
  )
  metrics.gauge('aviary_connections', 'Connections to the public listeners.', () =>
    listeners.reduce((sum, { app }) => sum + app.listener.connections(), 0),
  )
  metrics.gauge(
    'aviary_stream_ring_bytes',
    'Compressed messages of the compliance stream that are buffered for its readers.',
    () => generations.live.compliance.bytes,
  )
  metrics.gauge(
    'aviary_stream_history_bytes',
    'Compressed history of the compliance stream that is cached for resuming readers.',
    () => generations.live.compliance.history.bytes,
  )
  metrics.counter(
    'aviary_stream_history_events_total',
    'Events read from the log for resuming readers of the compliance stream.',
    () => generations.live.compliance.history.events,
  )
  metrics.counter(
    'aviary_stream_history_deflated_bytes_total',
    'Bytes of messages compressed for resuming readers of the compliance stream.',
    () => generations.live.compliance.history.deflated,
  )
  const { counter } = metrics
  counter(
    'aviary_log_events_from_relay_total',
    'Events of other nodes that the relay brought.',
    () => generations.live.tail.sources.feed,
  )
  counter(
    'aviary_log_events_from_table_total',
    'Events of other nodes that were read from the database.',
    () => generations.live.tail.sources.table,
  )
  metrics.gauge('aviary_log_head', 'Last position of the event log in this process.', () =>
    Number(generations.live.tail.head),
  )
}

interface WatchParts {
  readonly metrics: Metrics
  readonly logger: Logger
  /** The system clock. */
  readonly machine: Clock
}

/**
 * Watches the certificate of the listeners for changes and expiry.
 * @param files files of the certificate; undefined without TLS
 */
export function watchListeners(
  files: CertificateFiles | undefined,
  listeners: readonly PublicListener[],
  { metrics, logger, machine }: WatchParts,
): Pick<CertificateWatch, 'renew' | 'close'> & Partial<Pick<CertificateWatch, 'now'>> {
  if (files === undefined) return { renew: () => undefined, close: () => undefined }
  const watch = watchCertificate({
    files,
    // Clients check certificates with the system clock, even when the server is in test mode.
    clock: machine,
    logger,
    install(certificate) {
      const secured = listeners.filter(({ scheme, name }) => scheme === 'https' && name !== 'proxied')
      for (const { app } of secured) app.listener.renewCertificate(certificate)
    },
  })
  metrics.gauge(
    'aviary_certificate_expiry_timestamp_seconds',
    'End of the TLS certificate of the listeners, in seconds since the Unix epoch.',
    () => watch.expiresAt / 1000,
  )
  return watch
}
