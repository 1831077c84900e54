import type { ReactNode } from 'react'
import { COMPONENTS } from '../text/components.ts'
import { Dialog } from './Dialog.tsx'
import { MadeSecrets } from './MadeSecrets.tsx'

interface Props {
  readonly title: string
  /** Tells the user where to keep the secrets, or to whom to send them. */
  readonly help: string
  /** The secrets after they were made; undefined while the form is shown. */
  readonly values: Parameters<typeof MadeSecrets>[0]['values'] | undefined
  readonly onClose: () => void
  /** The form that makes the secrets. */
  readonly children: ReactNode
}

/**
 * A dialog that first shows a form that makes secrets, and then the secrets. While the secrets are shown, a
 * click outside the dialog does not close it, because the secrets would be lost.
 */
export function SecretDialog({ title, help, values, onClose, children }: Props) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={values === undefined}
      closeButtonProps={{ 'aria-label': COMPONENTS.close }}
    >
      {values === undefined ? children : <MadeSecrets help={help} values={values} onDone={onClose} />}
    </Dialog>
  )
}
