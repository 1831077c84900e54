/** Records webhook deliveries in the request log. */
import type { Attempt } from '../../domain/webhooks/delivery-results.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { DeliveryTap, TappedDelivery } from '../../webhooks/delivery-tap.ts'
import type { LogEntry } from './entry.ts'
import type { RequestLog } from './log.ts'
import { copyOf, loggedRequest } from './message.ts'

export interface DeliveryLogParts {
  readonly requests: RequestLog
  /** The clock of the server. */
  readonly clock: Pick<Clock, 'now'>
  /** The clock of the machine. */
  readonly machine: Pick<Clock, 'monotonic'>
}

export class LoggedDeliveries implements DeliveryTap {
  readonly #parts: DeliveryLogParts

  constructor(parts: DeliveryLogParts) {
    this.#parts = parts
  }

  async around(
    delivery: TappedDelivery,
    send: (headers: TappedDelivery['headers']) => Promise<Attempt>,
  ): Promise<Attempt> {
    const { requests, clock, machine } = this.#parts
    const id = requests.nextId()
    const at = clock.now()
    const started = machine.monotonic()
    const attempt = await send(delivery.headers)
    requests.add(entryOf({ id, at, ms: machine.monotonic() - started, faults: [] }, delivery, attempt))
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
