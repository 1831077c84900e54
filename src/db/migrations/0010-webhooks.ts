/** Account activity webhooks: subscriptions, delivery queue and delivery log. */
import type { Migration } from '../migration.ts'

export const webhooks: Migration = {
  name: '0010-webhooks',
  statements: ({ int64, clustered }) => [
    `create table webhooks (
      id ${int64} primary key,
      app_id ${int64} not null references apps (id),
      environment text not null,
      url text not null,
      origin text not null,
      is_valid integer not null,
      created_at ${int64} not null,
      challenge_due_at ${int64} not null,
      removed_at ${int64},
      lease_holder text not null,
      leased_until ${int64} not null
    )`,
    'create index webhooks_app on webhooks (app_id, id)',
    `create table webhook_environments (
      app_id ${int64} not null references apps (id),
      environment text not null,
      created_at ${int64} not null,
      primary key (app_id, environment)
    )`,
    `create table webhook_subscriptions (
      webhook_id ${int64} not null references webhooks (id),
      user_id ${int64} not null references users (id),
      created_at ${int64} not null,
      primary key (webhook_id, user_id)
    )`,
    'create index webhook_subscriptions_user on webhook_subscriptions (user_id, webhook_id)',
    // A lane is an ordered queue. A lane has a row only while it has pending deliveries.
    `create table webhook_lanes (
      webhook_id ${int64} not null,
      user_id ${int64} not null,
      job_id ${int64} not null,
      pending ${int64} not null,
      due_at ${int64} not null,
      primary key (webhook_id, user_id, job_id)
    )`,
    'create index webhook_lanes_due on webhook_lanes (webhook_id, due_at, user_id, job_id, pending)',
    `create table webhook_queue (
      webhook_id ${int64} not null,
      user_id ${int64} not null,
      job_id ${int64} not null,
      position ${int64} not null,
      attempts integer not null,
      queued_at ${int64} not null,
      primary key (webhook_id, user_id, job_id, position)
    )${clustered}`,
    'create index webhook_queue_age on webhook_queue (queued_at, attempts)',
    `create table webhook_deliveries (
      webhook_id ${int64} not null,
      user_id ${int64} not null,
      job_id ${int64} not null,
      position ${int64} not null,
      outcome text not null,
      attempts integer not null,
      settled_at ${int64} not null,
      took_ms integer not null,
      status integer,
      request_bytes integer not null,
      response text not null,
      primary key (webhook_id, user_id, job_id, position)
    )${clustered}`,
    'create index webhook_deliveries_settled on webhook_deliveries (webhook_id, settled_at)',
    `create table webhook_attempts (
      webhook_id ${int64} not null,
      user_id ${int64} not null,
      job_id ${int64} not null,
      position ${int64} not null,
      made_at ${int64} not null,
      outcome text not null,
      took_ms integer not null,
      status integer,
      request_bytes integer not null,
      response text not null,
      primary key (webhook_id, user_id, job_id, position, made_at)
    )${clustered}`,
    'create index webhook_attempts_made on webhook_attempts (webhook_id, made_at)',
    `create table webhook_replays (
      id ${int64} primary key,
      webhook_id ${int64} not null references webhooks (id),
      from_at ${int64} not null,
      to_at ${int64} not null,
      position ${int64} not null,
      state text not null,
      created_at ${int64} not null,
      ended_at ${int64}
    )`,
    'create index webhook_replays_webhook on webhook_replays (webhook_id, id)',
  ],
  sqliteStatements: [
    `create index webhooks_copy on webhooks (id, app_id, environment, url, origin, is_valid, created_at, challenge_due_at,
      removed_at, lease_holder, leased_until)`,
    'create index webhook_environments_copy on webhook_environments (app_id, environment, created_at)',
    'create index webhook_subscriptions_copy on webhook_subscriptions (webhook_id, user_id, created_at)',
    `create index webhook_deliveries_copy on webhook_deliveries (settled_at, outcome, attempts, took_ms, status,
      request_bytes, response)`,
    'create index webhook_attempts_copy on webhook_attempts (made_at, outcome, took_ms, status, request_bytes, response)',
    'create index webhook_replays_copy on webhook_replays (id, webhook_id, from_at, to_at, position, state, created_at, ended_at)',
  ],
}
