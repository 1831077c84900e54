/** Texts of the sign-in form. */
export const SESSION = {
  title: 'Sign in',
  heading: 'Sign in to the console',
  explanation:
    'With the e-mail address and password of your console account, or with a passkey. The operator of this server creates accounts.',
  endedTitle: 'Sign in again',
  endedExplanation: 'Your session has ended. Your input is still here. Sign in to continue.',
  email: 'E-mail address',
  emailMissing: 'Enter the e-mail address of your console account.',
  password: 'Password',
  passwordMissing: 'Enter your password.',
  passwordHasBlanks:
    'The password begins or ends with a space, which is part of the password. If you pasted the password, remove the space.',
  leave: 'Leave this page without sending it',
  signIn: 'Sign in',
} as const
