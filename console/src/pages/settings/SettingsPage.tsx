import { PageComesSoon } from '../../components/PageComesSoon.tsx'
import { SHELL } from '../../text/shell.ts'

export function SettingsPage() {
  return <PageComesSoon title={SHELL.appTabs.settings} />
}
