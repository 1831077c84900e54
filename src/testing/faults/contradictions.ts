/** Finds fields of a fault that contradict each other. */
import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { Fault, RequestActions, StreamActions, WebhookActions } from './plan.ts'

export interface WrongField {
  /** The field of `do` that the message concerns. */
  readonly field: string
  readonly message: string
}

/**
 * Paths of the admin listener. Faults cannot apply to these paths, because a plan with such faults could not be
 * removed.
 */
const ADMIN_PATH =
  /^\/(test|healthz|readyz|metrics|nodes|oauth\/failures|failed|moderation|ingest\/impressions|search-index)(\/|$)/

/** The first contradiction in a fault; undefined if there is none. */
export function contradictionIn(fault: Fault): WrongField | undefined {
  const { calls, path, method } = fault
  if (Object.keys(fault.do).length === 0) return wrong('', '"do" is empty; name at least one action')
  if (path !== undefined && ADMIN_PATH.test(path)) {
    return wrong('', `${path} is a path of the admin listener, which has no faults; name a path of the API`)
  }
  if (typeof calls === 'object') {
    const { every, from, to } = calls
    if (every === undefined && from === undefined && to === undefined) {
      return wrong('', 'calls is empty; use calls: 3, {every: 2} or {from: 2, to: 4}')
    }
    if (from !== undefined && to !== undefined && from > to) {
      return wrong('', `calls from ${from} to ${to} are none; exchange the numbers`)
    }
  }
  if (fault.on === 'webhooks' && method !== undefined && method !== 'POST') {
    return wrong('', 'deliveries are sent by POST; leave "method" out')
  }
  if (fault.on === 'requests') return inRequest(fault.do)
  return fault.on === 'streams' ? inStream(fault.do) : inWebhook(fault.do)
}

function inRequest({
  cut,
  after_bytes,
  bytes_per_second,
  error,
  body,
  headers,
}: RequestActions): WrongField | undefined {
  const hasAnswer = [error, body, headers, bytes_per_second].some((each) => each !== undefined)
  if ((cut === 'request' || cut === 'answer') && hasAnswer) {
    return wrong('cut', `cut: ${cut} sends no answer, so nothing else but delay_ms fits; remove one of them`)
  }
  if (after_bytes !== undefined && cut !== 'body') return wrong('after_bytes', 'after_bytes needs cut: body')
  for (const [name, value] of Object.entries(headers ?? {})) {
    const message = whyNoHeader(name, value)
    if (message !== undefined) return wrong('headers', message)
  }
  return undefined
}

function whyNoHeader(name: string, value: string | null): string | undefined {
  if (name.toLowerCase() === 'transfer-encoding')
    return 'transfer-encoding cannot be changed; use cut or body'
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value ?? '')
    return undefined
  } catch {
    // Node rejects the name or the value.
    return `"${name}" is no header that HTTP can carry; use letters, digits and "-", and a value of one line`
  }
}

function inStream({ after: _after, ...actions }: StreamActions): WrongField | undefined {
  const names = Object.keys(actions)
  if (names.length === 0) return wrong('after', '"after" needs an action, such as stall: true')
  const ends = names.filter((name) => name === 'stall' || name === 'cut' || name === 'disconnect')
  if (ends.length > 1) {
    return wrong(ends[1] ?? '', `${ends.join(' and ')} contradict each other; make a fault of each`)
  }
  if (actions.duplicate === true && actions.reorder === true) {
    return wrong('reorder', 'duplicate and reorder contradict each other; make a fault of each')
  }
  return undefined
}

function inWebhook({ lost, ...others }: WebhookActions): WrongField | undefined {
  if (lost !== true || Object.keys(others).length === 0) return undefined
  return wrong('lost', 'a lost delivery is not sent, so nothing else fits; remove one of them')
}

function wrong(field: string, message: string): WrongField {
  return { field, message }
}
