/** The list of pages on which users mind their own account. */
import { settingsConnections, settingsConnectionsRevocation } from './connections.ts'
import { settingsSignIn, settingsSignInPage } from './sign_in.ts'
import { settingsSignOut } from './sign_out.ts'

export const SETTINGS_PAGES = [
  settingsConnections,
  settingsConnectionsRevocation,
  settingsSignInPage,
  settingsSignIn,
  settingsSignOut,
]
