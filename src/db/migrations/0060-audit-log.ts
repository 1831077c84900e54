/** Operators among the console users, and the audit log of their actions (spec/console.md#operators). */
import type { Migration } from '../migration.ts'

export const auditLog: Migration = {
  name: '0060-audit-log',
  statements: ({ int64 }) => [
    'alter table console_users add column is_operator integer not null default 0',
    // The console user that the first start of the server creates becomes an operator.
    `update console_users set is_operator = 1
      where id = (select min(id) from console_users where account_name = 'aviary')`,
    `create table audit_log (
      id ${int64} primary key,
      at ${int64} not null,
      actor text not null,
      action text not null,
      subject_kind text not null,
      subject_key text not null,
      subject_name text not null,
      reason text not null,
      details text not null
    )`,
    'create index audit_log_actor on audit_log (actor, id)',
    'create index audit_log_action on audit_log (action, id)',
    'create index audit_log_subject on audit_log (subject_kind, subject_key, id)',
  ],
  sqliteStatements: [
    'drop index console_users_copy',
    `create index console_users_copy on console_users (id, account_name, email, email_key, password_hash, role,
      created_at, user_id, is_operator)`,
    `create index audit_log_copy on audit_log (id, at, actor, action, subject_kind, subject_key, subject_name, reason,
      details)`,
  ],
}
