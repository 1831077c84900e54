import { Textarea, type TextareaProps } from '@mantine/core'
import { DESK_APPS } from '../../../text/desk-apps.ts'

const TEXT = DESK_APPS.app

/** The field for the reason of an action on an app. The audit log stores the reason. */
export function ReasonInput(props: TextareaProps) {
  return (
    <Textarea
      label={TEXT.reason}
      description={TEXT.reasonHelp}
      required
      autosize
      minRows={2}
      maxLength={1_000}
      {...props}
    />
  )
}
