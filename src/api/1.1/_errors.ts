/** Codes, statuses and texts of v1.1 errors (spec/errors.md#v11-body). */
import type { UploadFault } from '../../domain/media/facts.ts'
import { API_DATE_ADVICE } from '../../http/api-date-header.ts'
import { ExpectedError } from '../../lib/expected-error.ts'

export interface V11ErrorEntry {
  readonly code: number
  readonly status: number
  /** `{name}` is replaced by the subject of the error. */
  readonly message: string
}

export const V11_ERRORS = {
  coordinatesInvalid: { code: 3, status: 400, message: 'Invalid coordinates.' },
  noUserMatches: { code: 17, status: 404, message: 'No user matches for specified terms.' },
  tooManyTerms: { code: 18, status: 403, message: 'Too many terms specified in query.' },
  queryParametersMissing: { code: 25, status: 400, message: 'Query parameters are missing.' },
  couldNotAuthenticate: { code: 32, status: 401, message: 'Could not authenticate you.' },
  pageDoesNotExist: { code: 34, status: 404, message: 'Sorry, that page does not exist.' },
  parameterMissing: { code: 38, status: 403, message: '{name} parameter is missing.' },
  parameterInvalid: { code: 44, status: 400, message: '{name} parameter is invalid.' },
  reportsOneself: { code: 36, status: 403, message: 'You cannot report yourself for spam.' },
  userNotFound: { code: 50, status: 404, message: 'User not found.' },
  userSuspended: { code: 63, status: 403, message: 'User has been suspended.' },
  accountSuspended: {
    code: 64,
    status: 403,
    message: 'Your account is suspended and is not permitted to access this feature.',
  },
  versionInactive: {
    code: 68,
    status: 410,
    message: 'The Twitter REST API v1 is no longer active. Please migrate to API v1.1.',
  },
  rateLimitExceeded: { code: 88, status: 429, message: 'Rate limit exceeded' },
  invalidToken: { code: 89, status: 401, message: 'Invalid or expired token.' },
  verifierInvalid: {
    code: 89,
    status: 401,
    message: 'Error processing your OAuth request: Invalid oauth_verifier parameter',
  },
  cannotReadMessages: {
    code: 93,
    status: 403,
    message: 'This application is not allowed to access or delete your direct messages.',
  },
  unableToVerify: { code: 99, status: 403, message: 'Unable to verify your credentials' },
  sslRequired: { code: 92, status: 403, message: 'SSL is required' },
  specifiedUserUnknown: { code: 108, status: 403, message: 'Cannot find specified user.' },
  listNotOwn: {
    code: 104,
    status: 403,
    message: "You aren't allowed to add members to this list.",
  },
  notListMember: {
    code: 109,
    status: 404,
    message: 'The specified user is not a member of this list.',
  },
  notListSubscriber: {
    code: 109,
    status: 404,
    message: 'The specified user is not a subscriber of this list.',
  },
  listNotNamed: {
    code: 112,
    status: 400,
    message: 'You must specify either a list ID or a slug and owner.',
  },
  listsTooMany: { code: 200, status: 403, message: 'You cannot have more lists.' },
  listMembersTooMany: { code: 200, status: 403, message: 'The list cannot have more members.' },
  listMemberBlocksOwner: { code: 200, status: 403, message: 'You cannot add this user to a list.' },
  blockedByAuthor: {
    code: 136,
    status: 401,
    message: 'You have been blocked from the author of this tweet from viewing it.',
  },
  likedAlready: { code: 139, status: 403, message: 'You have already favorited this status.' },
  postNotFound: { code: 144, status: 404, message: 'No status found with that ID.' },
  commandRefused: {
    code: 151,
    status: 403,
    message: 'There was an error sending your message: messages are not sent by posts.',
  },
  messageRepeated: {
    code: 151,
    status: 403,
    message: 'There was an error sending your message: Whoops! You already said that.',
  },
  messagesTooMany: {
    code: 151,
    status: 403,
    message: 'There was an error sending your message: you sent as many messages as a day allows.',
  },
  postNotVisible: {
    code: 179,
    status: 403,
    message: 'Sorry, you are not authorized to see this status.',
  },
  postNotOwn: { code: 183, status: 403, message: "You may not delete another user's status." },
  postsTooMany: { code: 185, status: 403, message: 'User is over daily status update limit.' },
  postTooLong: { code: 186, status: 403, message: 'Tweet needs to be a bit shorter.' },
  postDuplicate: { code: 187, status: 403, message: 'Status is a duplicate.' },
  repostedAlready: { code: 327, status: 403, message: 'You have already retweeted this Tweet.' },
  replyTargetUnseen: {
    code: 385,
    status: 403,
    message: 'You attempted to reply to a Tweet that is deleted or not visible to you.',
  },
  replyNotAllowed: {
    code: 433,
    status: 403,
    message: 'The original Tweet author restricted who can reply to this Tweet.',
  },
  attachmentsTooMany: {
    code: 386,
    status: 403,
    message: 'The Tweet exceeds the number of allowed attachment types.',
  },
  attachmentInvalid: { code: 44, status: 400, message: 'attachment_url parameter is invalid' },
  postDropped: { code: 421, status: 404, message: 'This Tweet is no longer available.' },
  accountUpdateFailed: { code: 120, status: 403, message: 'Account update failed: {name}.' },
  overCapacity: { code: 130, status: 503, message: 'Over capacity' },
  internalError: { code: 131, status: 500, message: 'Internal error' },
  timestampOutOfRange: { code: 135, status: 401, message: 'Could not authenticate you.' },
  followsOneself: { code: 158, status: 403, message: "You can't follow yourself." },
  followRequestedAlready: {
    code: 160,
    status: 403,
    message: "You've already requested to follow {name}.",
  },
  followsTooMany: {
    code: 161,
    status: 403,
    message: 'You are unable to follow more people at this time.',
  },
  messagesOfFollowersOnly: {
    code: 150,
    status: 403,
    message: 'You cannot send messages to users who are not following you.',
  },
  blockedByTarget: {
    code: 162,
    status: 403,
    message: 'You have been blocked from following this account at the request of the user.',
  },
  blocksTarget: { code: 200, status: 403, message: 'You have blocked this account. Unblock it first.' },
  blocksOneself: { code: 200, status: 403, message: "You can't block yourself." },
  savedSearchesTooMany: {
    code: 172,
    status: 403,
    message: 'You already have the maximum of 25 saved searches.',
  },
  notFollowing: { code: 200, status: 403, message: 'You are not following the specified user.' },
  bodyInvalid: { code: 214, status: 400, message: '{name}' },
  welcomeRuleExists: { code: 214, status: 403, message: 'There is a welcome message rule already.' },
  badRequest: { code: 214, status: 400, message: 'Bad request.' },
  apiDateInvalid: { code: 214, status: 400, message: API_DATE_ADVICE },
  requestTimeout: { code: 214, status: 408, message: 'The request did not arrive in time.' },
  notAcceptable: { code: 214, status: 406, message: 'The only format is .json.' },
  streamFilterMissing: {
    code: 214,
    status: 406,
    message: 'No filter parameters found. Expect at least one parameter: follow track locations',
  },
  streamFilterInvalid: { code: 214, status: 406, message: 'Parameter {name} is invalid.' },
  streamFilterTooLarge: { code: 214, status: 413, message: 'Parameter {name} has too many values.' },
  streamConnectsTooMany: { code: 88, status: 420, message: 'Exceeded connection limit for user' },
  requestTooLarge: { code: 214, status: 413, message: 'The request is too large.' },
  headersTooLarge: { code: 214, status: 431, message: 'The request headers are too large.' },
  badAuthenticationData: { code: 215, status: 400, message: 'Bad Authentication data.' },
  credentialsDoNotAllow: {
    code: 220,
    status: 403,
    message: 'Your credentials do not allow access to this resource.',
  },
  endpointRetired: {
    code: 251,
    status: 410,
    message: 'This endpoint has been retired and should not be used.',
  },
  mutesOneself: { code: 271, status: 403, message: "You can't mute yourself." },
  notMuting: { code: 272, status: 403, message: 'You are not muting the specified user.' },
  mediaInvalid: { code: 324, status: 400, message: 'The validation of media ids failed.' },
  mediaNotFound: { code: 325, status: 400, message: 'A media id was not found.' },
  cannotMessage: { code: 349, status: 403, message: 'You cannot send messages to this user.' },
  messageTooLong: {
    code: 354,
    status: 403,
    message: 'The text of your direct message is over the max character limit.',
  },
  cannotMessageBlocked: {
    code: 389,
    status: 403,
    message: 'You cannot send messages to users you have blocked.',
  },
  mediaMixed: {
    code: 323,
    status: 400,
    message: 'Animated GIFs are not allowed when uploading multiple images.',
  },
  callbackNotApproved: {
    code: 415,
    status: 403,
    message:
      'Callback URL not approved for this client application. Approved callback URLs can be adjusted in your application settings',
  },
  applicationSuspended: { code: 416, status: 401, message: 'Invalid / suspended application' },
  desktopOnlyOob: {
    code: 417,
    status: 401,
    message: "Desktop applications only support the oauth_callback value 'oob'",
  },
  urlMissing: { code: 195, status: 403, message: 'Missing or invalid url parameter.' },
  queryUnfit: { code: 195, status: 403, message: 'The query cannot be answered: q {name}.' },
  reportsTooMany: { code: 205, status: 403, message: 'You are over the limit for spam reports.' },
  noAccountActivity: { code: 200, status: 403, message: 'Forbidden.' },
  webhookUrlUnfit: { code: 214, status: 403, message: 'Webhook URL does not meet the requirements.' },
  webhookTokenWrong: {
    code: 214,
    status: 403,
    message: 'Webhook URL does not meet the requirements. Invalid CRC token or json response format.',
  },
  webhookTooSlow: {
    code: 214,
    status: 403,
    message: 'High latency on CRC GET request. Your webhook should respond in less than 3 seconds.',
  },
  webhookStatusBad: {
    code: 214,
    status: 403,
    message: 'Non-200 response code during CRC GET request (i.e. 404, 500, etc).',
  },
  webhookTooMany: { code: 214, status: 403, message: 'Too many resources already created.' },
  subscriptionsNotPermitted: {
    code: 348,
    status: 403,
    message: "Client application is not permitted to access this user's webhook subscriptions.",
  },
  subscribedAlready: { code: 355, status: 403, message: 'Subscription already exists.' },
  replayInProgress: {
    code: 355,
    status: 409,
    message: 'A replay job is already in progress for this webhook.',
  },
  replayPeriodInvalid: { code: 356, status: 400, message: 'There was a problem with your request: {name}.' },
  replayDateMissing: { code: 357, status: 400, message: '{name}: queryParam is required' },
  replayDateUnreadable: { code: 358, status: 400, message: 'Unable to parse parameter {name}.' },
  replayWebhookInvalid: {
    code: 360,
    status: 400,
    message: 'webhook_id: [{name}] is not greater than or equal to 0',
  },
  replayDateInFuture: { code: 368, status: 400, message: '{name} is not before the current time.' },
  webhooksUnverified: { code: 99, status: 403, message: 'Unable to verify your credentials.' },
  cannotWrite: { code: 261, status: 403, message: 'Application cannot perform write actions.' },
} as const satisfies Record<string, V11ErrorEntry>

export type V11ErrorName = keyof typeof V11_ERRORS

/** An error of an endpoint, or an error about one parameter: `parameterMissing:id`. */
export type DeclaredV11Error = V11ErrorName | `${V11ErrorName}:${string}`

/** The entry of a declared error. The message of an error about one parameter has the name of the parameter. */
export function declaredEntry(declared: DeclaredV11Error): V11ErrorEntry & { readonly subject?: string } {
  const [name = '', subject] = declared.split(':')
  const entry: V11ErrorEntry = V11_ERRORS[name as V11ErrorName]
  return subject === undefined
    ? entry
    : { ...entry, message: entry.message.replace('{name}', () => subject), subject }
}

/**
 * Errors of uploads, in `{"request":"…","error":"…"}` (spec/media.md#upload-errors). Responses do not contain the
 * code. Documents and tests use the code to distinguish errors with the same status.
 */
export const UPLOAD_ERRORS = {
  'media-missing': { status: 400, code: 1, message: 'media parameter is missing.' },
  'type-unrecognized': { status: 400, code: 2, message: 'media type unrecognized.' },
  'type-mismatch': { status: 400, code: 3, message: 'media type does not match the media category.' },
  'category-unknown': { status: 400, code: 4, message: 'media category is not supported.' },
  'command-unknown': {
    status: 400,
    code: 5,
    message: 'command is not one of INIT, APPEND, FINALIZE and STATUS.',
  },
  'size-missing': { status: 400, code: 6, message: 'total_bytes must be a number above zero.' },
  'segment-index-invalid': { status: 400, code: 7, message: 'segment_index must be a number from 0 to 999.' },
  'segments-missing': {
    status: 400,
    code: 8,
    message: 'Segments do not add up to provided total file size.',
  },
  'segments-too-many': { status: 400, code: 9, message: 'Segments exceed the provided total file size.' },
  'dimensions-invalid': { status: 400, code: 10, message: 'The dimensions of the media are not allowed.' },
  'duration-invalid': { status: 400, code: 11, message: 'The duration of the video is not allowed.' },
  'not-decodable': { status: 400, code: 12, message: 'The media cannot be decoded.' },
  'upload-not-found': { status: 400, code: 13, message: 'media id not found.' },
  'upload-closed': { status: 400, code: 14, message: 'The upload is finished.' },
  'upload-failed': { status: 400, code: 15, message: 'The upload has failed.' },
  'alt-text-too-long': { status: 400, code: 16, message: 'alt_text must not exceed 1000 characters.' },
  'parameter-invalid': { status: 400, code: 17, message: '{name} parameter is invalid.' },
  'request-malformed': { status: 400, code: 18, message: 'The request is malformed.' },
  'storage-full': { status: 403, code: 1, message: 'The storage of the account is full.' },
  'too-large': { status: 413, code: 1, message: 'The media is too large.' },
  'segment-too-large': { status: 413, code: 2, message: 'A segment must not exceed 5 MB.' },
} as const satisfies Record<UploadFault, V11ErrorEntry>

/** Thrown by v1.1 endpoints. */
export class V11Error extends ExpectedError {
  override readonly name = 'V11Error'
  readonly entry: V11ErrorEntry
  /** The message as sent: `{name}` is already replaced. */
  readonly text: string

  /** @param subject the text that replaces `{name}` in the message */
  constructor(name: V11ErrorName, subject = '') {
    const entry: V11ErrorEntry = V11_ERRORS[name]
    const text = entry.message.replace('{name}', () => subject)
    super(text)
    this.entry = entry
    this.text = text
  }
}

/** Thrown for a protected account. The body of this error has no list of errors (spec/followers.md#target). */
export class NotAuthorized extends ExpectedError {
  override readonly name = 'NotAuthorized'
}
