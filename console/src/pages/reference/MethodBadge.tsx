import type { Method } from './document.ts'
import classes from './Reference.module.css'

/** The method of a request, in its colour. */
export function MethodBadge({ method }: { readonly method: Method }) {
  return (
    <span className={classes['method']} data-method={method}>
      {method}
    </span>
  )
}
