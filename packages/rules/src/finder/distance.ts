/** A point in degrees. */
export interface GeoPoint {
  readonly lat: number
  readonly lon: number
}

/** Mean radius of the earth in statute miles. */
const earthMiles = 3958.7613

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The great-circle distance in statute miles. */
export function milesBetween(a: GeoPoint, b: GeoPoint): number {
  const [latA, latB] = [radians(a.lat), radians(b.lat)]
  const half = (from: number, to: number) => Math.sin((to - from) / 2) ** 2
  const part = half(latA, latB) + Math.cos(latA) * Math.cos(latB) * half(radians(a.lon), radians(b.lon))
  return 2 * earthMiles * Math.asin(Math.min(1, Math.sqrt(part)))
}

/** No one lives beyond these latitudes, and the projection ends there. */
const maxLat = 85

/**
 * Where a point is on a Mercator map, which keeps the shape of small areas, in degrees of longitude: the nearest points come in the
 * same order as on the ground.
 */
export function projectPoint({ lat, lon }: GeoPoint): { readonly x: number; readonly y: number } {
  const bounded = Math.max(-maxLat, Math.min(maxLat, lat))
  return { x: lon, y: (180 / Math.PI) * Math.log(Math.tan(Math.PI / 4 + radians(bounded) / 2)) }
}

/** The latitude that belongs to a `y` on that map. */
export function latitudeAt(y: number): number {
  return (180 / Math.PI) * (2 * Math.atan(Math.exp(radians(y))) - Math.PI / 2)
}

/** A rectangle on that map that contains everything within this many miles of a point. */
export function boxAround(center: GeoPoint, miles: number) {
  const lat = (miles / earthMiles) * (180 / Math.PI)
  const [south, north] = [Math.max(-maxLat, center.lat - lat), Math.min(maxLat, center.lat + lat)]
  const sine = Math.sin(miles / earthMiles) / Math.cos(radians(Math.max(Math.abs(south), Math.abs(north))))
  const lon = miles / earthMiles >= Math.PI / 2 || sine >= 1 ? 180 : (180 / Math.PI) * Math.asin(sine)
  const [low, high] = [
    projectPoint({ lat: south, lon: center.lon - lon }),
    projectPoint({ lat: north, lon: center.lon + lon }),
  ]
  return { low, high }
}
