/**
 * Parses and evaluates the areas in rules: `point_radius:` and `bounding_box:`. See
 * spec/rule-language.md#operators-of-2022.
 */
import { distanceKm, type EarthPoint, KILOMETRES } from '../lib/earth.ts'

/**
 * A circle, or a box between two meridians and two parallels. Coordinates are in degrees; north and east are positive.
 */
export type Area =
  | {
      readonly kind: 'point_radius'
      readonly long: number
      readonly lat: number
      readonly radius: number
      readonly unit: 'km' | 'mi'
    }
  | {
      readonly kind: 'bounding_box'
      readonly west: number
      readonly south: number
      readonly east: number
      readonly north: number
    }

/** Maximum radius of a circle, and maximum side length of a box. */
const MAX_KM = 25 * KILOMETRES.mi

const NUMBER = '(-?\\d{1,3}(?:\\.\\d{1,15})?)'
const CIRCLE = new RegExp(`^\\[\\s*${NUMBER}\\s+${NUMBER}\\s+(\\d{1,3}(?:\\.\\d{1,15})?)(km|mi)\\s*\\]$`, 'i')
const BOX = new RegExp(`^\\[\\s*${NUMBER}\\s+${NUMBER}\\s+${NUMBER}\\s+${NUMBER}\\s*\\]$`)

/** Parses `[longitude latitude radius]`, such as `[2.355128 48.861118 16km]`; undefined for an invalid text. */
export function readCircle(text: string): Area | undefined {
  const [, long, lat, size, unit] = CIRCLE.exec(text) ?? []
  const area = {
    kind: 'point_radius',
    long: Number(long),
    lat: Number(lat),
    radius: Number(size),
    unit: unit?.toLowerCase() === 'mi' ? 'mi' : 'km',
  } as const
  const isArea = isPoint(area) && area.radius > 0 && area.radius * KILOMETRES[area.unit] <= MAX_KM
  return isArea ? area : undefined
}

/**
 * Parses `[west south east north]`, such as `[-105.301758 39.964069 -105.178505 40.09455]`; undefined for an invalid
 * text.
 */
export function readBox(text: string): Area | undefined {
  const [, west, south, east, north] = BOX.exec(text) ?? []
  const area = {
    kind: 'bounding_box',
    west: Number(west),
    south: Number(south),
    east: Number(east),
    north: Number(north),
  } as const
  const corner = { lat: area.south, long: area.west }
  const isArea =
    isPoint(corner) &&
    isPoint({ lat: area.north, long: area.east }) &&
    area.west < area.east &&
    area.south < area.north &&
    distanceKm(corner, { ...corner, long: area.east }) <= MAX_KM &&
    distanceKm(corner, { ...corner, lat: area.north }) <= MAX_KM
  return isArea ? area : undefined
}

/** The value of the operator for an area, in the form that rules are printed in. */
export function printArea(area: Area): string {
  if (area.kind === 'point_radius') return `[${area.long} ${area.lat} ${area.radius}${area.unit}]`
  return `[${area.west} ${area.south} ${area.east} ${area.north}]`
}

/** True if every corner of an outline is inside the area. False for an unknown outline, which has no corners. */
export function isInArea(area: Area, corners: readonly EarthPoint[]): boolean {
  return corners.length > 0 && corners.every((corner) => isPointIn(area, corner))
}

function isPointIn(area: Area, point: EarthPoint): boolean {
  if (area.kind === 'point_radius') return distanceKm(area, point) <= area.radius * KILOMETRES[area.unit]
  return (
    point.long >= area.west && point.long <= area.east && point.lat >= area.south && point.lat <= area.north
  )
}

/** True for a point on the earth; false for coordinates that are NaN. */
function isPoint({ lat, long }: EarthPoint): boolean {
  return Math.abs(lat) <= 90 && Math.abs(long) <= 180
}
