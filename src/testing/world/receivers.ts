/** Builds webhooks, console users, and accounts for the compliance stream. */
import { createConsoleUser } from '../../domain/console/console-account.ts'
import { createStream } from '../../domain/console/stream.ts'
import type { Context } from '../../domain/context.ts'
import { declareEnvironment } from '../../domain/webhooks/environments.ts'
import { registerWebhook } from '../../domain/webhooks/register-webhook.ts'
import { subscribe } from '../../domain/webhooks/subscriptions.ts'
import { ENTERPRISE, type Webhook } from '../../domain/webhooks/webhook.ts'
import { ControlRefused } from '../refused.ts'
import { chosenContext } from './fixed-context.ts'

/** Milliseconds until the first challenge; before this challenge, a new webhook counts as valid. */
const FIRST_CHALLENGE_MS = 86_400_000

const UNLIMITED = Number.POSITIVE_INFINITY

export interface WebhookInput {
  readonly appId: bigint
  readonly url: string
  /** Name of the environment; default: no environment. */
  readonly environment?: string | undefined
  /** Ids of the users that the webhook is subscribed to. */
  readonly subscriptions: readonly bigint[]
  /** The URL of this server. */
  readonly origin: string
}

/**
 * Registers a webhook without a challenge and without limits, and subscribes it to users.
 * @throws {Refusal} under the conditions of the commands
 * @throws {ControlRefused} for an invalid URL
 */
export async function buildWebhook(context: Context, input: WebhookInput): Promise<Webhook> {
  const { appId, url, environment = ENTERPRISE, subscriptions, origin } = input
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new ControlRefused(`${JSON.stringify(url)} is no URL; write http://127.0.0.1:3000/webhook`)
  if (environment !== ENTERPRISE) await declareEnvironment(context, { appId, environment })
  const webhook = await registerWebhook(context, {
    ...{ appId, environment, url, origin },
    limits: { inEnvironment: UNLIMITED, enterprise: UNLIMITED, total: UNLIMITED },
    challengeDueAt: context.clock.now() + FIRST_CHALLENGE_MS,
  })
  for (const userId of subscriptions)
    await subscribe(context, { webhookId: webhook.id, userId, max: UNLIMITED })
  return webhook
}

export interface ConsoleUserInput {
  readonly id: bigint
  readonly accountName: string
  readonly email: string
  readonly password: string
  /** The network user whose apps the console user manages. */
  readonly userId: bigint
}

/** Creates a console user and its account. @throws {Refusal} under the conditions of the command */
export async function buildConsoleUser(context: Context, { id, ...input }: ConsoleUserInput): Promise<void> {
  await createConsoleUser(chosenContext(context, { id, at: undefined }), { ...input, role: 'admin' })
}

export interface StreamAccountInput {
  readonly account: string
  readonly email: string
  readonly password: string
  /** Label of the stream; default: `prod`. */
  readonly label?: string | undefined
  /** Publisher of the stream; default: `twitter`. */
  readonly publisher?: string | undefined
}

/**
 * Creates an account of the compliance stream, and a stream of this account. @throws {Refusal} under the conditions
 * of the commands
 */
export async function buildStreamAccount(context: Context, input: StreamAccountInput): Promise<void> {
  const { account: accountName, email, password, label = 'prod', publisher = 'twitter' } = input
  await createConsoleUser(context, { accountName, email, password, role: 'admin' })
  await createStream(context, { accountName, publisher, label })
}
