/** Prepares tests of legacy direct messages (spec/retired-endpoints.md#legacy-messages). */
import assert from 'node:assert/strict'
import type { ApiAnswer } from '../api-client.ts'
import type { Hooks } from '../engines.ts'
import { good, MESSAGES, MessageStage, type MessageStageOptions, type Writer } from './stage.ts'

/** The last day of the legacy endpoints. On this day they have their own limits and accept long texts. */
export const LAST_DAY = '2018-09-16'

export interface LegacyMessage {
  readonly id_str: string
  readonly text: string
  readonly sender: Readonly<Record<string, unknown>>
  readonly sender_screen_name: string
  readonly recipient_screen_name: string
  readonly entities?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}

export class LegacyStage {
  readonly stage: MessageStage

  private constructor(stage: MessageStage) {
    this.stage = stage
  }

  static async open(t: Hooks, day = LAST_DAY, options: MessageStageOptions = {}): Promise<LegacyStage> {
    return new LegacyStage(
      await MessageStage.open(t, { ...options, settings: { api_date: day, ...options.settings } }),
    )
  }

  /** @param name name of the list, such as `sent`; empty for received messages */
  get(of: Writer, name: string, query = ''): Promise<ApiAnswer> {
    const path = `${MESSAGES}${name === '' ? '' : `/${name}`}.json`
    return this.stage.ask('GET', query === '' ? path : `${path}?${query}`, of.as)
  }

  /** The texts of the messages in a list. The request must succeed. */
  async texts(of: Writer, name: '' | 'sent', query = ''): Promise<readonly string[]> {
    return good<readonly LegacyMessage[]>(await this.get(of, name, query)).map(({ text }) => text)
  }

  post(of: Writer, name: 'new' | 'destroy', values: Readonly<Record<string, string>>): Promise<ApiAnswer> {
    const query = Object.entries(values).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    const path = `${MESSAGES}/${name}.json`
    return this.stage.ask('POST', query.length === 0 ? path : `${path}?${query.join('&')}`, of.as)
  }

  /** Sends a text. The request must succeed. */
  async sent(from: Writer, to: Pick<Writer, 'id'>, text: string): Promise<LegacyMessage> {
    return good(await this.post(from, 'new', { user_id: String(to.id), text }))
  }
}

/** Asserts the members of a message, in the recorded order. */
export function assertRecordedOrder(message: object): void {
  assert.deepEqual(Object.keys(message), [
    'id',
    'id_str',
    'text',
    'sender',
    'sender_id',
    'sender_id_str',
    'sender_screen_name',
    'recipient',
    'recipient_id',
    'recipient_id_str',
    'recipient_screen_name',
    'created_at',
    'entities',
  ])
}
