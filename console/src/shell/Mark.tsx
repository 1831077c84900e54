import icon from '../icon.svg'

/** The mark of the product. */
export function Mark() {
  return <img src={icon} alt="" width={22} height={22} />
}
