/** Texts of signing in. */
export const SESSION = {
  endedTitle: 'Sign in again',
  endedExplanation: 'Your session has ended. What you typed is still here, and continues after you sign in.',
  email: 'E-mail',
  account: 'Account',
  password: 'Password',
  signIn: 'Sign in',
} as const
