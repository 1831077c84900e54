import { notifications } from '@mantine/notifications'
import { ERRORS } from '../text/errors.ts'
import { asProblem } from './problem.ts'

interface Form {
  readonly values: object
  setFieldError(path: never, error: string): void
}

/** Shows a problem at its field, or as a notification if the form does not have that field. */
export function showProblem(form: Form, error: unknown): void {
  const { field, message } = asProblem(error)
  // `field in form.values` proves that the name is a path of the form.
  if (field !== undefined && field in form.values) form.setFieldError(field as never, message)
  else notifications.show({ color: 'red', title: ERRORS.changeFailed, message })
}
