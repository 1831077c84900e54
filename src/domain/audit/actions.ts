/** Actions and subjects of the audit log. A new action has its line here. */

export const AUDIT_SUBJECTS = [
  'user',
  'post',
  'app',
  'console-user',
  'account',
  'stream',
  'test-controls',
] as const

export type AuditSubjectKind = (typeof AUDIT_SUBJECTS)[number]

export const AUDIT_ACTIONS = [
  'user.protect',
  'user.unprotect',
  'user.suspend',
  'user.unsuspend',
  'user.deactivate',
  'user.reactivate',
  'user.withhold',
  'user.unwithhold',
  'user.scrub_geo',
  'user.password_link',
  'post.drop',
  'post.undrop',
  'post.withhold',
  'post.unwithhold',
  'post.edit',
  'post.delete',
  'console-user.create',
  'console-user.change_password',
  'console-user.grant_operator',
  'console-user.revoke_operator',
  'test.change_clock',
  'test.load_faults',
  'test.clear_faults',
  'test.save_snapshot',
  'test.restore_snapshot',
  'test.delete_snapshot',
] as const

export type AuditAction = (typeof AUDIT_ACTIONS)[number]
