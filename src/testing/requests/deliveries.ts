/** Records webhook deliveries in the request log, and applies faults to them. */
import type { Attempt } from '../../domain/webhooks/delivery-results.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { LogEntry } from '../../request-log/entry.ts'
import { copyOf, loggedRequest } from '../../request-log/message.ts'
import type { DeliveryTap, TappedDelivery } from '../../webhooks/delivery-tap.ts'
import { deliver, type Send } from '../faults/delivery-faults.ts'
import type { FaultInjector } from '../faults/injector.ts'
import type { RequestLog } from './log.ts'

export interface DeliveryLogParts {
  readonly requests: RequestLog
  /** The server's clock. */
  readonly clock: Pick<Clock, 'now'>
  /** The machine's clock, for durations. */
  readonly machine: Pick<Clock, 'monotonic' | 'after'>
  readonly faults: FaultInjector
}

export class LoggedDeliveries implements DeliveryTap {
  readonly #parts: DeliveryLogParts

  constructor(parts: DeliveryLogParts) {
    this.#parts = parts
  }

  async around(delivery: TappedDelivery, send: Send): Promise<Attempt> {
    const { requests, clock, machine, faults } = this.#parts
    const id = requests.nextId()
    const at = clock.now()
    const started = machine.monotonic()
    const { appId, userId, url } = delivery
    const { pathname: path } = new URL(url)
    const selected = faults.select('webhooks', { method: 'POST', path, endpoint: undefined, appId, userId })
    // These are the headers of the last attempt.
    let { headers } = delivery
    const attempt = await deliver(machine, selected, delivery, (sent) => {
      headers = sent
      return send(sent)
    })
    const names = selected.map(({ name }) => name)
    const facts = { id, at, ms: machine.monotonic() - started, faults: names }
    requests.add(entryOf(facts, { ...delivery, headers }, attempt))
    return attempt
  }
}

function entryOf(
  facts: Pick<LogEntry, 'id' | 'at' | 'ms' | 'faults'>,
  { webhookId, appId, userId, url, headers, body }: TappedDelivery,
  { status, response, outcome }: Attempt,
): LogEntry {
  const { origin, pathname, search } = new URL(url)
  const line = { method: 'POST', origin, target: `${pathname}${search}`, httpVersion: '1.1' }
  return {
    ...facts,
    kind: 'webhook',
    family: undefined,
    endpoint: undefined,
    appId,
    userId,
    request: loggedRequest(line, Object.entries(headers).flat(), copyOf(body)),
    response:
      status === null
        ? undefined
        : { status, headers: [], body: response, bodyBytes: response.length, isCut: false },
    limits: undefined,
    refusal: status === null ? { error: outcome, message: response } : undefined,
    stream: undefined,
    delivery: { webhookId, outcome },
  }
}
