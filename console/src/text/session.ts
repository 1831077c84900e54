/** Texts of signing in. */
export const SESSION = {
  title: 'Sign in',
  heading: 'Sign in to the console',
  explanation:
    'With the e-mail address and password of your console account, or with a passkey. The operator of this server creates accounts.',
  endedTitle: 'Sign in again',
  endedExplanation: 'Your session has ended. What you typed is still here, and continues after you sign in.',
  email: 'E-mail address',
  emailMissing: 'Enter the e-mail address of your console account.',
  password: 'Password',
  passwordMissing: 'Enter your password.',
  passwordHasBlanks:
    'It begins or ends with a blank, which counts: remove the blank if you pasted the password.',
  leave: 'Leave this page without sending it',
  signIn: 'Sign in',
} as const
