import { notifications } from '@mantine/notifications'
import { ERRORS } from '../text/errors.ts'
import { asProblem } from './problem.ts'

interface Form {
  readonly values: object
  setFieldError(path: never, error: string): void
}

/** Shows a problem at the field that it names, or as a notification when it names none of the form. */
export function showProblem(form: Form, error: unknown): void {
  const { field, message } = asProblem(error)
  // The name of a field of this form is a path of its type.
  if (field !== undefined && field in form.values) form.setFieldError(field as never, message)
  else notifications.show({ color: 'red', title: ERRORS.changeFailed, message })
}
