/** Codes, statuses and texts of v1.1 errors (spec/common.md section 2). */
import { ExpectedError } from '../../lib/expected-error.ts'

export interface V11ErrorEntry {
  readonly code: number
  readonly status: number
  /** `{name}` stands for what the error is about. */
  readonly message: string
}

export const V11_ERRORS = {
  noUserMatches: { code: 17, status: 404, message: 'No user matches for specified terms.' },
  tooManyTerms: { code: 18, status: 403, message: 'Too many terms specified in query.' },
  queryParametersMissing: { code: 25, status: 400, message: 'Query parameters are missing.' },
  couldNotAuthenticate: { code: 32, status: 401, message: 'Could not authenticate you.' },
  pageDoesNotExist: { code: 34, status: 404, message: 'Sorry, that page does not exist.' },
  parameterInvalid: { code: 44, status: 400, message: '{name} parameter is invalid.' },
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
  unableToVerify: { code: 99, status: 403, message: 'Unable to verify your credentials' },
  sslRequired: { code: 92, status: 403, message: 'SSL is required' },
  specifiedUserUnknown: { code: 108, status: 403, message: 'Cannot find specified user.' },
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
  blockedByTarget: {
    code: 162,
    status: 403,
    message: 'You have been blocked from following this account at the request of the user.',
  },
  blocksTarget: { code: 200, status: 403, message: 'You have blocked this account. Unblock it first.' },
  blocksOneself: { code: 200, status: 403, message: "You can't block yourself." },
  notFollowing: { code: 200, status: 403, message: 'You are not following the specified user.' },
  badRequest: { code: 214, status: 400, message: 'Bad request.' },
  requestTimeout: { code: 214, status: 408, message: 'The request did not arrive in time.' },
  notAcceptable: { code: 214, status: 406, message: 'The only format is .json.' },
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
  cannotWrite: { code: 261, status: 403, message: 'Application cannot perform write actions.' },
} as const satisfies Record<string, V11ErrorEntry>

export type V11ErrorName = keyof typeof V11_ERRORS

/** Thrown by v1.1 endpoints. */
export class V11Error extends ExpectedError {
  override readonly name = 'V11Error'
  readonly entry: V11ErrorEntry
  /** What goes on the wire. */
  readonly text: string

  /** @param subject replaces `{name}` in the message */
  constructor(name: V11ErrorName, subject = '') {
    const entry: V11ErrorEntry = V11_ERRORS[name]
    const text = entry.message.replace('{name}', subject)
    super(text)
    this.entry = entry
    this.text = text
  }
}

/** The one answer of v1.1 that is no list of errors: a protected account's (spec/followers.md section 1). */
export class NotAuthorized extends ExpectedError {
  override readonly name = 'NotAuthorized'
}
