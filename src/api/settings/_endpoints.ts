/** The list of pages on which users manage their accounts. */
import { settingsAccount } from './account.ts'
import { settingsArchive } from './archive.ts'
import { settingsConnections, settingsConnectionsRevocation } from './connections.ts'
import { settingsEmail } from './email.ts'
import { settingsForgotPassword, settingsForgotPasswordPage } from './forgot_password.ts'
import { settingsLeave } from './leave.ts'
import { settingsPassword } from './password.ts'
import { settingsPictures } from './pictures.ts'
import { settingsProfile } from './profile.ts'
import { settingsResetPassword, settingsResetPasswordPage } from './reset_password.ts'
import { settingsSignIn, settingsSignInPage } from './sign_in.ts'
import { settingsSignOut } from './sign_out.ts'
import { settingsSignOutEverywhere } from './sign_out_everywhere.ts'

export const SETTINGS_PAGES = [
  settingsConnections,
  settingsConnectionsRevocation,
  settingsSignInPage,
  settingsSignIn,
  settingsSignOut,
  settingsSignOutEverywhere,
  settingsAccount,
  settingsProfile,
  settingsPictures,
  settingsEmail,
  settingsPassword,
  settingsArchive,
  settingsLeave,
  settingsForgotPasswordPage,
  settingsForgotPassword,
  settingsResetPasswordPage,
  settingsResetPassword,
]
