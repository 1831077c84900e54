/** The services that commands of the domain receive in addition to their input, and the error of a refused command. */
import type { Store } from '../db/store.ts'
import type { IdSource } from '../lib/ids/snowflake.ts'
import type { Clock, Random } from '../lib/time/clock.ts'
import type { PasswordCost, Vault } from '../lib/vault.ts'
import type { Annotate } from './posts/text/annotate.ts'
import type { DetectLanguage } from './posts/text/language.ts'

export interface Context {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly ids: IdSource
  readonly vault: Vault
  /** Cost of password hashing; default: the cost of {@link hashPassword}. */
  readonly passwordCost?: PasswordCost
  /** Annotates the texts of posts; if omitted, posts get no annotations. */
  readonly annotate?: Annotate
  /** Loads the language detector on first use; if omitted, posts get no detected language. */
  readonly languages?: () => Promise<DetectLanguage>
  /** Set when an operator acts. Commands then record their actions in the audit log. */
  readonly operator?: Operator
}

/** The acting operator, for the audit log. */
export interface Operator {
  /** E-mail address of a console user, or `command line`, or `admin token`. */
  readonly actor: string
  /** Added to the details of entries, such as the name that a client of the admin listener sends. */
  readonly details?: Readonly<Record<string, string>>
}

/** The user who reads data; null for authentication as an app. */
export interface Viewer {
  readonly userId: bigint | null
}

/**
 * The error of a command that changes nothing, because its input or the stored state forbids the change. `reason` is
 * for programs, and each API version maps it to an error. The message is for people.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, message: string) {
    super(message)
    this.reason = reason
  }
}

export type RefusalReason =
  | 'user-not-found'
  | 'app-not-found'
  | 'app-suspended'
  | 'app-name-not-confirmed'
  | 'apps-too-many'
  | 'credentials-changed'
  | 'terms-url-invalid'
  | 'privacy-url-invalid'
  | 'organisation-invalid'
  | 'organisation-url-invalid'
  | 'token-not-found'
  | 'verifier-wrong'
  | 'scope-invalid'
  | 'client-not-confidential'
  | 'invitation-invalid'
  | 'sign-up-not-found'
  | 'sign-ups-too-many'
  | 'screen-name-taken'
  | 'screen-name-invalid'
  | 'email-taken'
  | 'email-invalid'
  | 'password-too-short'
  | 'user-without-email'
  | 'password-requests-too-many'
  | 'name-too-long'
  | 'name-invalid'
  | 'profile-invalid'
  | 'user-suspended'
  | 'user-deactivated'
  | 'user-gone'
  | 'not-authorized'
  | 'follows-oneself'
  | 'follows-too-many'
  | 'follow-requested-already'
  | 'follow-request-not-found'
  | 'not-following'
  | 'blocked-by-target'
  | 'blocks-target'
  | 'blocks-oneself'
  | 'mutes-oneself'
  | 'not-muting'
  | 'state-already-so'
  | 'moderated-meanwhile'
  | 'country-code-invalid'
  | 'callback-invalid'
  | 'app-url-invalid'
  | 'description-invalid'
  | 'account-name-invalid'
  | 'account-not-found'
  | 'console-user-not-found'
  | 'link-invalid'
  | 'challenge-invalid'
  | 'passkey-unknown'
  | 'passkey-refused'
  | 'passkey-copied'
  | 'passkey-invalid'
  | 'passkey-exists'
  | 'passkeys-too-many'
  | 'passkey-not-found'
  | 'stream-name-invalid'
  | 'project-not-found'
  | 'project-not-empty'
  | 'projects-too-many'
  | 'use-case-invalid'
  | 'webhook-not-found'
  | 'webhook-url-invalid'
  | 'environment-unknown'
  | 'environment-in-use'
  | 'environment-invalid'
  | 'too-many-webhooks'
  | 'too-many-subscriptions'
  | 'subscribed-already'
  | 'subscription-not-found'
  | 'delivery-not-found'
  | 'replay-in-progress'
  | 'message-not-found'
  | 'message-empty'
  | 'message-too-long'
  | 'message-repeated'
  | 'messages-too-many'
  | 'message-invalid'
  | 'messages-of-followers-only'
  | 'cannot-message'
  | 'blocks-recipient'
  | 'not-a-member'
  | 'group-invalid'
  | 'saved-searches-too-many'
  | 'saved-search-not-found'
  | 'reports-oneself'
  | 'reports-too-many'
  | 'report-invalid'
  | 'report-not-found'
  | 'welcome-message-not-found'
  | 'welcome-rule-not-found'
  | 'welcome-rule-exists'
  | 'rules-too-many'
  | 'rule-not-found'
  | 'post-not-found'
  | 'post-not-visible'
  | 'post-not-own'
  | 'post-superseded'
  | 'post-duplicate'
  | 'post-empty'
  | 'post-too-long'
  | 'post-text-invalid'
  | 'post-looks-like-message'
  | 'posts-too-many'
  | 'likes-too-many'
  | 'reply-target-unseen'
  | 'reply-not-allowed'
  | 'attachment-invalid'
  | 'attachments-too-many'
  | 'coordinates-invalid'
  | 'reposted-already'
  | 'liked-already'
  | 'edit-not-allowed'
  | 'list-not-found'
  | 'list-not-own'
  | 'list-name-invalid'
  | 'list-description-invalid'
  | 'lists-too-many'
  | 'list-members-too-many'
  | 'list-pins-too-many'
  | 'list-member-blocks-owner'
  | 'media-not-found'
  | 'media-invalid'
  | 'media-mixed'
  | 'job-running'
  | 'job-not-waiting'
  | 'job-not-complete'
