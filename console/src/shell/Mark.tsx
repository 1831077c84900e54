import icon from '../icon.svg'

/** The logo. */
export function Mark() {
  return <img src={icon} alt="" width={22} height={22} />
}
