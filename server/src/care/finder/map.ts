import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import type { PayloadOf } from '@portico/contract/call'
import type { findProviders } from '@portico/contract/calls/finder'
import { coarseBox, type MapBox } from '@portico/rules/finder/area'
import { boxAround, type GeoPoint, latitudeAt, projectPoint } from '@portico/rules/finder/distance'
import { mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Town } from './places.ts'

export type MapPicture = NonNullable<PayloadOf<typeof findProviders>['map']>

const width = 640
const height = 480
/** Pins closer together than this become one. */
const cluster = 30
const maxTowns = 14
/** The margin between the ring and the edge of the picture. */
const margin = 16

/** Lines of an outline in map coordinates, each with its bounding box. */
interface Line extends MapBox {
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

let outlines: Promise<{ readonly counties: readonly Line[]; readonly states: readonly Line[] }> | undefined

/** Borders of counties and states from the Census Bureau, read when the first map is drawn. */
function readOutlines() {
  outlines ??= (async () => {
    const file = createRequire(import.meta.url).resolve('us-atlas/counties-10m.json')
    const atlas = JSON.parse(await readFile(file, 'utf8')) as Topology<{
      counties: GeometryCollection
      states: GeometryCollection
    }>
    const { counties, states } = atlas.objects
    await setImmediate()
    const borders = toLines(mesh(atlas, states).coordinates)
    const inner: Line[] = []
    // One state at a time, yielding to other work in between: all at once would block for a tenth of a second.
    for (const geometries of Map.groupBy(counties.geometries, ({ id }) => String(id).slice(0, 2)).values()) {
      await setImmediate()
      const state: GeometryCollection = { type: 'GeometryCollection', geometries }
      inner.push(...toLines(mesh(atlas, state, (a, b) => a !== b).coordinates))
    }
    return { counties: inner, states: borders }
  })()
  return outlines
}

function toLines(lines: readonly (readonly (readonly number[])[])[]): Line[] {
  return lines.map((line) => {
    const points = line.map(([lon = 0, lat = 0]) => projectPoint({ lat, lon }))
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
    return { points, west: Math.min(...xs), east: Math.max(...xs), low: Math.min(...ys), high: Math.max(...ys) }
  })
}

/** Draws a map of some entries, numbered in the order of the list. Null if there is nothing to draw. */
export async function drawMap(
  entries: readonly GeoPoint[],
  {
    center,
    miles,
    towns,
  }: { readonly center: GeoPoint | null; readonly miles: number; readonly towns: readonly Town[] },
): Promise<MapPicture | null> {
  const spots = entries.map((point) => ({ ...point, ...projectPoint(point) }))
  const box = center === null ? findBox(spots) : boxAround(center, miles)
  if (box === null) return null
  const wide = Math.max(box.high.x - box.low.x, 0.05)
  const tall = Math.max(box.high.y - box.low.y, 0.05)
  const scale = Math.min((width - 2 * margin) / wide, (height - 2 * margin) / tall)
  const middle = { x: (box.low.x + box.high.x) / 2, y: (box.low.y + box.high.y) / 2 }
  const place = ({ x, y }: { readonly x: number; readonly y: number }) => ({
    x: width / 2 + (x - middle.x) * scale,
    y: height / 2 - (y - middle.y) * scale,
  })
  const view = {
    west: middle.x - width / 2 / scale,
    east: middle.x + width / 2 / scale,
    low: middle.y - height / 2 / scale,
    high: middle.y + height / 2 / scale,
  }
  const drawn = await readOutlines()
  // At the scale of the whole country, county lines would be a gray blur.
  const showsCounties = view.east - view.west < 12
  return {
    width,
    height,
    counties: showsCounties ? tracePath(drawn.counties, view, place) : '',
    states: tracePath(drawn.states, view, place),
    towns: townsIn(towns, view, place),
    ring:
      center === null
        ? null
        : { ...roundPoint(place(projectPoint(center))), r: round(((box.high.y - box.low.y) / 2) * scale), miles },
    pins: placePins(spots, place),
    area: locateArea(view, place),
  }
}

function locateArea(view: MapBox, place: Place): MapPicture['area'] {
  const { west, east, low, high } = coarseBox(view)
  const [from, to] = [place({ x: west, y: high }), place({ x: east, y: low })]
  return {
    west,
    south: latitudeAt(low),
    east,
    north: latitudeAt(high),
    x: round(from.x),
    y: round(from.y),
    width: round(to.x - from.x),
    height: round(to.y - from.y),
  }
}

type Place = (spot: { readonly x: number; readonly y: number }) => { x: number; y: number }

function findBox(spots: readonly { readonly x: number; readonly y: number }[]) {
  if (spots.length === 0) return null
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)]
  return { low: { x: Math.min(...xs), y: Math.min(...ys) }, high: { x: Math.max(...xs), y: Math.max(...ys) } }
}

/** The lines inside the picture, without points too close together to see. */
function tracePath(lines: readonly Line[], view: MapBox, place: Place): string {
  const parts: string[] = []
  for (const line of lines) {
    if (line.east < view.west || line.west > view.east || line.high < view.low || line.low > view.high) continue
    let last: { x: number; y: number } | null = null
    let path = ''
    for (const [at, point] of line.points.entries()) {
      const spot = place(point)
      const isOut = spot.x < -60 || spot.x > width + 60 || spot.y < -60 || spot.y > height + 60
      const isEnd = at === line.points.length - 1
      if (last !== null && !isEnd && Math.hypot(spot.x - last.x, spot.y - last.y) < (isOut ? 30 : 1.5)) continue
      path += `${last === null ? 'M' : 'L'}${round(spot.x)} ${round(spot.y)}`
      last = spot
    }
    parts.push(path)
  }
  return parts.join('')
}

function townsIn(towns: readonly Town[], view: MapBox, place: Place): MapPicture['towns'] {
  const shown: MapPicture['towns'] = []
  for (const { name, spot: at } of towns) {
    if (at.x < view.west || at.x > view.east || at.y < view.low || at.y > view.high) continue
    const spot = roundPoint(place(at))
    if (spot.x > width - 70 || spot.x < 8 || spot.y < 16 || spot.y > height - 10) continue
    if (shown.some((one) => Math.abs(one.x - spot.x) < 96 && Math.abs(one.y - spot.y) < 26)) continue
    shown.push({ name, ...spot })
    if (shown.length === maxTowns) break
  }
  return shown
}

function placePins(
  spots: readonly (GeoPoint & { readonly x: number; readonly y: number })[],
  place: Place,
): MapPicture['pins'] {
  const pins: { x: number; y: number; lat: number; lon: number; all: number[] }[] = []
  for (const [at, spot] of spots.entries()) {
    const { x, y } = place(spot)
    const near = pins.find((pin) => Math.hypot(pin.x - x, pin.y - y) < cluster)
    if (near) near.all.push(at + 1)
    else pins.push({ x, y, lat: spot.lat, lon: spot.lon, all: [at + 1] })
  }
  return pins.map(({ x, y, lat, lon, all }) => ({
    ...roundPoint({ x, y }),
    lat,
    lon,
    count: all.length,
    numbers: all.slice(0, 10),
  }))
}

const round = (value: number) => Math.round(value * 10) / 10
const roundPoint = ({ x, y }: { readonly x: number; readonly y: number }) => ({ x: round(x), y: round(y) })
