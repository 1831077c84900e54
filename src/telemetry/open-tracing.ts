/**
 * Sends traces with OpenTelemetry, if the standard environment variables of OpenTelemetry enable them. The packages
 * are optional, and are loaded only if traces are enabled (docs/decisions/0130-traces.md).
 */
import * as api from '@opentelemetry/api'
import type { Logger } from '../lib/log.ts'
import { requireOptionalPackages } from '../lib/package/optional-package.ts'
import { programVersion } from '../lib/package/program-version.ts'
import type { Span, SpanAttributes, SpanLink, SpanOptions, Tracing } from '../lib/tracing/tracing.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface OpenTracing extends Tracing {
  /** Sends the spans that were not sent yet. @throws errors of the exporter */
  close(): Promise<void>
}

/** Variables that enable traces. */
const ASKING = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_TRACES_EXPORTER',
] as const

/**
 * Optional packages. `@opentelemetry/api` is a dependency, because the metrics need it; all copies of this package
 * share a registry.
 */
const PACKAGES = ['@opentelemetry/resources', '@opentelemetry/sdk-node']

/**
 * The name of the variable that enables traces; undefined without such a variable, or when another variable disables
 * traces.
 */
export function askingVariable(env: Environment): string | undefined {
  if (env['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true') return undefined
  if (env['OTEL_TRACES_EXPORTER']?.trim().toLowerCase() === 'none') return undefined
  return ASKING.find((name) => (env[name] ?? '').trim() !== '')
}

/**
 * Opens traces for the whole process. A process must call this function at most once.
 * @returns undefined when no variable enables traces
 * @throws {Error} when the packages are missing, with the command that installs them
 */
export async function openTracing(
  env: Environment,
  logger: Pick<Logger, 'warn'>,
): Promise<OpenTracing | undefined> {
  const variable = askingVariable(env)
  if (variable === undefined) return undefined
  requireOptionalPackages(PACKAGES, `the variable ${variable}`)
  const [{ NodeSDK }, resources] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/resources'),
  ])
  reportTo(logger)
  const sdk = new NodeSDK({
    ...nameOf(env),
    // The default detector of processes is not used, because it would send the command line, whose flags may be
    // secrets.
    resourceDetectors: [
      resources.serviceInstanceIdDetector,
      resources.hostDetector,
      resources.osDetector,
      resources.envDetector,
    ],
    // OpenTelemetry gets neither metrics nor the log. The admin listener serves the metrics, and the log is written
    // as lines.
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [],
  })
  sdk.start()
  const tracer = api.trace.getTracer('aviary-server', programVersion())
  return { ...tracingOf(tracer), close: () => sdk.shutdown() }
}

function nameOf(env: Environment): { readonly serviceName?: string } {
  const isNamed = /(^|,)\s*service\.name=/.test(env['OTEL_RESOURCE_ATTRIBUTES'] ?? '')
  const own = env['OTEL_SERVICE_NAME']?.trim()
  if (own !== undefined && own !== '') return { serviceName: own }
  return isNamed ? {} : { serviceName: 'aviary' }
}

/** Writes errors of the exporter to the log. */
function reportTo(logger: Pick<Logger, 'warn'>): void {
  const warn = (reason: string) => logger.warn({ reason }, 'traces: OpenTelemetry reports a problem')
  const silent = () => undefined
  const lines = { error: warn, warn, info: silent, debug: silent, verbose: silent }
  api.diag.setLogger(lines, { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true })
}

/** Aviary's interface for traces, implemented with a tracer. */
export function tracingOf(tracer: api.Tracer): Tracing {
  const kinds = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    internal: api.SpanKind.INTERNAL,
  }
  const parentOf = (parent: SpanOptions['parent']): api.Context => {
    if (parent === 'current') return api.context.active()
    if (parent === 'none') return api.ROOT_CONTEXT
    return api.propagation.extract(api.ROOT_CONTEXT, parent.headers)
  }
  return {
    current() {
      const span = api.trace.getActiveSpan()
      return span?.isRecording() === true ? span.spanContext() : undefined
    },
    run(name, { kind, attributes = {}, parent, links = [] }, work) {
      const options = { kind: kinds[kind], attributes, links: links.map(linkOf) }
      return tracer.startActiveSpan(name, options, parentOf(parent), (span) => worked(span, work))
    },
    bind: (work) => api.context.bind(api.context.active(), work),
  }
}

function linkOf(context: SpanLink): api.Link {
  return { context }
}

async function worked<T>(span: api.Span, work: (span: Span) => Promise<T>): Promise<T> {
  const own = ownSpan(span)
  try {
    return await work(own)
  } catch (error) {
    // The span gets only the kind of the error, because messages may contain values from requests.
    own.fail(error instanceof Error ? error.name : 'error')
    throw error
  } finally {
    span.end()
  }
}

function ownSpan(span: api.Span): Span {
  return {
    set(attributes: SpanAttributes) {
      span.setAttributes(attributes)
    },
    fail(type) {
      span.setAttribute('error.type', type)
      span.setStatus({ code: api.SpanStatusCode.ERROR })
    },
  }
}
