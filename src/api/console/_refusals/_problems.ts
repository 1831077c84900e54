/** Problems for refusals of the domain, one for each reason (spec/console.md#console-problems). */
import type { RefusalReason } from '../../../domain/context.ts'

export interface ConsoleEntry {
  readonly status: number
  readonly message: string
  /** The member of the request body that has the mistake. */
  readonly field?: string
  /** True if the message of the refusal replaces the message here. */
  readonly isDetailed?: true
}

/** An object that does not exist or belongs to another developer. Both cases get the same response. */
export function missing(message: string): ConsoleEntry {
  return { status: 404, message }
}

export function invalid(field: string, message: string): ConsoleEntry {
  return { status: 400, message, field }
}

/** An invalid value. The message of the refusal describes the mistake. */
function detailed(field: string, message: string): ConsoleEntry {
  return { status: 400, message, field, isDetailed: true }
}

export function conflict(message: string): ConsoleEntry {
  return { status: 409, message }
}

export function forbidden(message: string): ConsoleEntry {
  return { status: 403, message }
}

const NO_POST = 'There is no such post. It may have been deleted.'
const TOO_MANY_OF_TODAY = 'The limit of this day is used up. Try again tomorrow.'

export const REFUSALS: Readonly<Record<RefusalReason, ConsoleEntry>> = {
  'user-not-found': missing('There is no such user. Check the screen name.'),
  'app-not-found': missing('There is no such app. Choose one from the list.'),
  'app-name-not-confirmed': invalid('name', 'This is not the name of the app. Type it exactly.'),
  'apps-too-many': { status: 409, message: 'There are too many apps. Delete one first.', isDetailed: true },
  'credentials-changed': conflict(
    'These credentials were changed in another tab or by a colleague after you loaded the page. Your action changed nothing. Reload the page.',
  ),
  'terms-url-invalid': detailed('terms_url', 'Use a whole address that begins with http or https.'),
  'privacy-url-invalid': detailed('privacy_url', 'Use a whole address that begins with http or https.'),
  'organisation-invalid': detailed('organisation', 'The name of the organisation cannot be used.'),
  'organisation-url-invalid': detailed(
    'organisation_url',
    'Use a whole address that begins with http or https.',
  ),
  'app-suspended': forbidden('This app is suspended. Ask the operator of the server.'),
  'token-not-found': missing('There is no such token. It may have been revoked.'),
  'verifier-wrong': invalid('verifier', 'The PIN is wrong. Check it, or start again.'),
  'scope-invalid': detailed('scope', 'A scope is unknown. Choose scopes from the list.'),
  'client-not-confidential': conflict('This app is a public client, which has no client secret.'),
  'invitation-invalid': missing('There is no such unused invitation.'),
  'sign-up-not-found': missing('This sign-up does not wait any more.'),
  'sign-ups-too-many': conflict('Too many sign-ups wait. Decide about some of them.'),
  'screen-name-taken': { status: 409, message: 'Another user has this screen name.', field: 'screen_name' },
  'screen-name-invalid': invalid('screen_name', 'Use 1 to 15 letters, digits and underscores.'),
  'email-taken': { status: 409, message: 'Another account has this e-mail address.', field: 'email' },
  'email-invalid': invalid('email', 'This is not an e-mail address. Check it.'),
  'password-too-short': invalid('password', 'Use at least 8 characters.'),
  'name-too-long': detailed('name', 'The name is too long. Shorten it.'),
  'name-invalid': detailed('name', 'This name cannot be used. Choose another one.'),
  'profile-invalid': detailed('profile', 'A value of the profile is invalid. Correct it.'),
  'user-suspended': forbidden('This user is suspended.'),
  'user-deactivated': forbidden('This user is deactivated.'),
  'password-requests-too-many': conflict('Too many mails wait already.'),
  'user-without-email': conflict('This user has no e-mail address, and cannot sign in.'),
  'user-gone': missing('This user has left the network.'),
  'not-authorized': forbidden('You may not see this.'),
  'follows-oneself': conflict('A user cannot follow itself.'),
  'follows-too-many': conflict('This user follows too many others already.'),
  'follow-requested-already': conflict('This user has been asked already.'),
  'follow-request-not-found': missing('There is no such request to follow.'),
  'not-following': conflict('This user is not followed.'),
  'blocked-by-target': forbidden('This user has blocked you.'),
  'blocks-target': conflict('You have blocked this user. Unblock it first.'),
  'blocks-oneself': conflict('A user cannot block itself.'),
  'mutes-oneself': conflict('A user cannot mute itself.'),
  'not-muting': conflict('This user is not muted.'),
  'state-already-so': conflict('The object already has this state. Reload the page.'),
  'moderated-meanwhile': conflict(
    'Another operator acted after you loaded the page. Your action changed nothing. Reload the page.',
  ),
  'country-code-invalid': detailed('countries', 'Use country codes of two letters.'),
  'callback-invalid': detailed('callback_urls', 'A callback address is invalid. Correct it.'),
  'app-url-invalid': detailed('url', 'Use a whole address that begins with http or https.'),
  'description-invalid': detailed('description', 'The description cannot be used. Change it.'),
  'account-name-invalid': detailed('account_name', 'Use 1 to 50 letters, digits, hyphens and underscores.'),
  'account-not-found': missing('There is no such account.'),
  'console-user-not-found': missing('There is no such user of the console.'),
  'link-invalid': missing(
    'This link was used, or has expired. Make a new one with "aviary console link" on the server.',
  ),
  'challenge-invalid': conflict('This attempt has expired, or was used already. Start again.'),
  'passkey-unknown': {
    status: 401,
    message: 'This server does not know the passkey. It may have been removed. Sign in in another way.',
  },
  'passkey-refused': {
    status: 401,
    message: 'The passkey was not accepted: its answer is not for this address. Try again.',
  },
  'passkey-copied': forbidden(
    'The passkey was used more often elsewhere: it may have been copied. Sign in in another way, and remove it.',
  ),
  'passkey-invalid': {
    status: 400,
    message: 'The passkey was not accepted: its answer is not for this address. Try again.',
  },
  'passkey-exists': conflict('This passkey is registered already. Use it, or remove it first.'),
  'passkeys-too-many': conflict('There are too many passkeys. Remove one first.'),
  'passkey-not-found': missing('There is no such passkey. It may have been removed.'),
  'stream-name-invalid': detailed('label', 'Use letters, digits, hyphens and underscores.'),
  'project-not-found': missing('There is no such project. Choose one from the list.'),
  'project-not-empty': conflict('The project has apps. Move or delete them first.'),
  'projects-too-many': conflict('There are too many projects. Delete an empty one first.'),
  'use-case-invalid': detailed('use_case', 'The use case is too long. Shorten it.'),
  'webhook-not-found': missing('There is no such webhook. Choose one from the list.'),
  'webhook-url-invalid': detailed('url', 'The address of the webhook is invalid. Correct it.'),
  'environment-in-use': conflict('The environment has a webhook. Remove the webhook first.'),
  'environment-unknown': missing('There is no such environment. Choose one from the list.'),
  'environment-invalid': detailed('environment', 'Use letters, digits, hyphens and underscores.'),
  'too-many-webhooks': conflict('There are too many webhooks. Remove one first.'),
  'too-many-subscriptions': conflict('There are too many subscriptions. Remove one first.'),
  'subscribed-already': conflict('This user is subscribed already.'),
  'subscription-not-found': missing('There is no such subscription.'),
  'delivery-not-found': missing('There is no such delivery. Old ones are removed.'),
  'replay-in-progress': conflict('A replay is running. Wait until it ends.'),
  'message-not-found': missing('There is no such message.'),
  'message-empty': invalid('text', 'Enter a text.'),
  'message-too-long': invalid('text', 'The message is too long. Shorten it.'),
  'message-repeated': conflict('This message has been sent already.'),
  'messages-too-many': conflict(TOO_MANY_OF_TODAY),
  'message-invalid': detailed('text', 'The message is invalid. Correct it.'),
  'messages-of-followers-only': forbidden('This user accepts messages only from users that it follows.'),
  'cannot-message': forbidden('You cannot send messages to this user.'),
  'blocks-recipient': conflict('You have blocked this user. Unblock it before you write.'),
  'not-a-member': missing('You are not a member of this conversation.'),
  'group-invalid': detailed('members', 'The group is invalid. Correct its members.'),
  'saved-searches-too-many': conflict('There are too many saved searches. Remove one first.'),
  'saved-search-not-found': missing('There is no such saved search.'),
  'reports-oneself': conflict('A user cannot report itself.'),
  'reports-too-many': conflict(TOO_MANY_OF_TODAY),
  'report-invalid': detailed('note', 'The note cannot be used. Change it.'),
  'report-not-found': missing('There is no such report. Closed reports are removed after some time.'),
  'welcome-message-not-found': missing('There is no such welcome message.'),
  'welcome-rule-not-found': missing('There is no such rule of welcome messages.'),
  'welcome-rule-exists': conflict('There is a rule of welcome messages already.'),
  'rule-not-found': missing('There is no such rule. It may have been deleted or replaced.'),
  'rules-too-many': conflict('There are too many rules. Remove some first.'),
  'post-not-found': missing(NO_POST),
  'post-not-visible': missing(NO_POST),
  'post-not-own': forbidden('This post belongs to another user.'),
  'post-superseded': conflict('There is a newer version of this post.'),
  'post-duplicate': conflict('This post has been written already.'),
  'post-empty': invalid('text', 'Enter a text for the post.'),
  'post-too-long': invalid('text', 'The post is too long. Shorten it.'),
  'post-text-invalid': detailed('text', 'The text cannot be used. Change it.'),
  'post-looks-like-message': invalid('text', 'The text looks like a command for a message.'),
  'posts-too-many': conflict(TOO_MANY_OF_TODAY),
  'likes-too-many': conflict(TOO_MANY_OF_TODAY),
  'reply-target-unseen': missing('There is no post to reply to.'),
  'reply-not-allowed': forbidden('The author has limited who may reply.'),
  'attachment-invalid': detailed('media_ids', 'An attachment is invalid. Remove it.'),
  'attachments-too-many': invalid('media_ids', 'There are too many attachments. Remove some.'),
  'coordinates-invalid': invalid('coordinates', 'These are not valid coordinates.'),
  'reposted-already': conflict('This post has been reposted already.'),
  'liked-already': conflict('This post has been liked already.'),
  'edit-not-allowed': conflict('This post can no longer be edited.'),
  'list-not-found': missing('There is no such list.'),
  'list-not-own': forbidden('This list belongs to another user.'),
  'list-name-invalid': detailed('name', 'The name of the list cannot be used.'),
  'list-description-invalid': detailed('description', 'The description of the list cannot be used.'),
  'lists-too-many': conflict('There are too many lists. Remove one first.'),
  'list-members-too-many': conflict('The list has too many members.'),
  'list-pins-too-many': conflict('There are too many pinned lists.'),
  'list-member-blocks-owner': forbidden('This user has blocked the owner of the list.'),
  'media-not-found': missing('There is no such file. It may have expired.'),
  'media-invalid': detailed('media', 'The file cannot be used. Choose another one.'),
  'media-mixed': invalid('media', 'These files cannot be used together.'),
  'job-running': conflict('A job is running. Wait until it ends.'),
  'job-not-waiting': conflict('This job no longer accepts an upload.'),
  'job-not-complete': conflict('This job is not complete. Wait until it ends.'),
}
