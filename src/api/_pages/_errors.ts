/** Errors of HTML pages, with texts for their users. */
import { API_DATE_ADVICE } from '../../http/api-date-header.ts'

export interface PageErrorEntry {
  readonly status: number
  readonly title: string
  /** One or more sentences of advice. */
  readonly advice: string
}

/**
 * The errors of pages by name. An error that also exists in v1.1 has the status of v1.1
 * (spec/errors.md#code-table).
 */
export const PAGE_ERRORS = {
  noRequestToken: {
    status: 400,
    title: 'There is no request token',
    advice: 'The app that sent you here made a mistake. Go back to it and begin anew.',
  },
  invalidRequestToken: {
    status: 403,
    title: 'This request token is invalid',
    advice: 'It has expired or was used already. Go back to the app that sent you here and begin anew.',
  },
  unknownClient: {
    status: 400,
    title: 'This app is unknown',
    advice: 'The app that sent you here has no such client id. Nothing was changed.',
  },
  redirectMismatch: {
    status: 400,
    title: 'This app cannot be authorized',
    advice: 'It asked to send you to an address that is not registered for it. Nothing was changed.',
  },
  suspendedApp: {
    status: 403,
    title: 'This app is suspended',
    advice: 'It can do nothing for you at the moment.',
  },
  expiredForm: {
    status: 403,
    title: 'This form has expired',
    advice:
      'Nothing was changed. Go back, load the page again and repeat what you did. Cookies must be allowed.',
  },
  wrongPassword: {
    status: 403,
    title: 'Not signed in',
    advice: 'This name and this password do not belong together.',
  },
  wrongOwnPassword: {
    status: 403,
    title: 'Nothing was changed',
    advice: 'The current password is wrong.',
  },
  badProfile: {
    status: 403,
    title: 'Nothing was changed',
    advice: 'A value of the profile cannot be used.',
  },
  badEmail: {
    status: 403,
    title: 'Nothing was changed',
    advice: 'This e-mail address cannot be used.',
  },
  badPicture: {
    status: 403,
    title: 'Nothing was changed',
    advice: 'Choose a JPEG, PNG, WebP or GIF of up to 5 MB.',
  },
  shortPassword: {
    status: 403,
    title: 'Nothing was changed',
    advice: 'A password has at least 8 characters.',
  },
  accountClosed: {
    status: 403,
    title: 'Not signed in',
    advice: 'This account is suspended or deactivated.',
  },
  tooManyTries: {
    status: 429,
    title: 'Not signed in',
    advice: 'There were too many tries. Wait a quarter of an hour and try again.',
  },
  unknownPage: { status: 404, title: 'There is no such page', advice: 'Check the address, or go back.' },
  unknownAccount: {
    status: 404,
    title: 'There is no such account',
    advice: 'Check the address, or search for posts.',
  },
  suspendedAccount: {
    status: 404,
    title: 'This account is suspended',
    advice: 'Its profile and its posts are not shown.',
  },
  unknownPost: {
    status: 404,
    title: 'There is no such post',
    advice: 'It was deleted, or the address is wrong.',
  },
  protectedPost: {
    status: 404,
    title: 'This post is protected',
    advice: 'Only approved followers of its author can see it.',
  },
  postOfSuspended: {
    status: 404,
    title: 'This post is not shown',
    advice: 'The account of its author is suspended.',
  },
  signUpClosed: {
    status: 403,
    title: 'Sign-up is closed',
    advice: 'The operator of this server creates the users.',
  },
  badInvitation: {
    status: 403,
    title: 'This invitation is not valid',
    advice: 'It was used, revoked, or has expired. Ask the operator of this server for another link.',
  },
  badSignUpLink: {
    status: 403,
    title: 'This link is not valid',
    advice: 'It was used or has expired. Sign in, or sign up again.',
  },
  badPasswordLink: {
    status: 403,
    title: 'This link is not valid',
    advice: 'It was used, or it has expired. Ask for another link.',
  },
  blockedByTarget: {
    status: 403,
    title: 'This is not possible',
    advice: 'This user has blocked you.',
  },
  blocksTarget: {
    status: 403,
    title: 'This is not possible',
    advice: 'You have blocked this user. Unblock it first.',
  },
  followsTooMany: {
    status: 403,
    title: 'You follow too many users',
    advice: 'Unfollow a user, or wait until more users follow you.',
  },
  unknownHashtag: { status: 404, title: 'There is no such hashtag', advice: 'Check the address.' },
  badQuery: { status: 400, title: 'Search', advice: 'Change the query and search again.' },
  badRequest: { status: 400, title: 'This request is not valid', advice: 'Go back and try again.' },
  badApiDate: { status: 400, title: 'There is no API of this day', advice: API_DATE_ADVICE },
  notAllowed: { status: 403, title: 'This is not allowed', advice: 'Go back and try again.' },
  tooLarge: { status: 413, title: 'This request is too large', advice: 'Shorten the values of the form.' },
  tooSlow: {
    status: 408,
    title: 'This took too long',
    advice: 'The request did not arrive in time. Try again.',
  },
  headersTooLarge: {
    status: 431,
    title: 'The request headers are too large',
    advice: 'Remove the cookies of this site and try again.',
  },
  tooManyRequests: {
    status: 429,
    title: 'Too many requests',
    advice: 'Wait a few minutes and try again.',
  },
  insecure: {
    status: 403,
    title: 'A secure connection is needed',
    advice: 'Use the same address with https.',
  },
  overCapacity: {
    status: 503,
    title: 'Over capacity',
    advice: 'Aviary has too much to do just now. Try again in a minute.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong',
    advice: 'It is not your fault. Try again in a minute.',
  },
} as const satisfies Record<string, PageErrorEntry>

export type PageErrorName = keyof typeof PAGE_ERRORS

/** Thrown by the handlers of pages. */
export class PageError extends Error {
  override readonly name = 'PageError'
  readonly entry: PageErrorEntry
  readonly headers: Readonly<Record<string, string>>

  constructor(name: PageErrorName, headers: Readonly<Record<string, string>> = {}) {
    super(PAGE_ERRORS[name].title)
    this.entry = PAGE_ERRORS[name]
    this.headers = headers
  }
}
