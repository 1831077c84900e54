/** Indexes the bounding boxes of `locations` in a grid of cells (spec/v1-streams-and-lists.md#match-of-locations). */
import { type Box, meet } from '../../domain/posts/place-area.ts'

const CELL_DEGREES = 10
const COLUMNS = 360 / CELL_DEGREES

/**
 * Maximum number of cells that a box in the grid covers. A larger box is compared with every post that has a location.
 * This is fast enough, because few posts have a location.
 */
const MAX_CELLS = 64

interface Filed<Owner> {
  readonly box: Box
  readonly owner: Owner
}

/** An index of the boxes of many owners. */
export class BoxIndex<Owner> {
  readonly #cells = new Map<number, Set<Filed<Owner>>>()
  readonly #large = new Set<Filed<Owner>>()
  readonly #filed = new Map<Owner, readonly Filed<Owner>[]>()

  /** Adds the boxes of an owner. The owner must have no boxes yet. */
  add(owner: Owner, boxes: readonly Box[]): void {
    if (boxes.length === 0) return
    const filed = boxes.map((box) => ({ box, owner }))
    this.#filed.set(owner, filed)
    for (const each of filed) for (const shelf of this.#shelvesOf(each.box)) shelf.add(each)
  }

  remove(owner: Owner): void {
    for (const each of this.#filed.get(owner) ?? []) {
      this.#large.delete(each)
      for (const cell of cellsOf(each.box)) this.#leave(cell, each)
    }
    this.#filed.delete(owner)
  }

  /** Owners of boxes that intersect the area; an owner may be repeated. */
  *meeting(area: Box): Iterable<Owner> {
    for (const { box, owner } of this.#large) if (meet(box, area)) yield owner
    for (const cell of cellsOf(area)) {
      for (const { box, owner } of this.#cells.get(cell) ?? []) if (meet(box, area)) yield owner
    }
  }

  #shelvesOf(box: Box): readonly Set<Filed<Owner>>[] {
    const cells = cellsOf(box)
    if (cells.length > MAX_CELLS) return [this.#large]
    return cells.map((cell) => {
      const shelf = this.#cells.get(cell) ?? new Set()
      this.#cells.set(cell, shelf)
      return shelf
    })
  }

  #leave(cell: number, each: Filed<Owner>): void {
    const shelf = this.#cells.get(cell)
    shelf?.delete(each)
    if (shelf?.size === 0) this.#cells.delete(cell)
  }
}

function cellsOf({ west, south, east, north }: Box): readonly number[] {
  const cells: number[] = []
  for (let row = rowOf(south); row <= rowOf(north); row += 1) {
    for (let column = columnOf(west); column <= columnOf(east); column += 1)
      cells.push(row * COLUMNS + column)
  }
  return cells
}

function columnOf(long: number): number {
  return Math.floor((clamp(long, 180) + 180) / CELL_DEGREES)
}

function rowOf(lat: number): number {
  return Math.floor((clamp(lat, 90) + 90) / CELL_DEGREES)
}

function clamp(degrees: number, max: number): number {
  return Math.max(-max, Math.min(max, degrees))
}
