import { type GeoPermissibleObjects, geoArea, geoEqualEarth, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import world from 'world-atlas/countries-110m.json';
import { SMALL_COUNTRIES } from './small-countries.ts';

/** The map's own units: what the paths and places are given in. */
export const MAP_WIDTH = 960;

/** A country on the map. */
export interface CountryShape {
  key: string;
  /** ISO 3166 alpha-2. */
  code: string;
  /** An SVG path; null for a country that is drawn as a dot. */
  path: string | null;
  /** The middle of its largest part, where its label and its dot stand. */
  x: number;
  y: number;
}

type Topology = Parameters<typeof feature>[0];
type Shapes = Extract<ReturnType<typeof feature>, { features: unknown }>['features'];
type Geometry = Shapes[number]['geometry'];

/** What the atlas gives no number: it is counted where its leads are. */
const CODE_BY_NAME: Record<string, string> = { Kosovo: 'XK', 'N. Cyprus': 'CY', Somaliland: 'SO' };
const ANTARCTICA = '010';

// The atlas says nothing of the types that its JSON has as text.
function readShapes(): Shapes {
  const topology = world as unknown as Topology;
  const countries = topology.objects['countries'];
  const shapes = countries && feature(topology, countries);
  if (shapes?.type !== 'FeatureCollection') throw new Error('The atlas holds no countries');
  return shapes.features.filter(({ id }) => id !== ANTARCTICA);
}

/** Alpha-2 code of an ISO 3166 numeric one, which the browser's own data of regions knows. */
function codeOf(numeric: string | number | undefined, name: unknown): string {
  if (numeric === undefined) return CODE_BY_NAME[String(name)] ?? '';
  return new Intl.Locale(`und-${String(numeric).padStart(3, '0')}`).region ?? '';
}

/** Its largest polygon: the middle of France is not on the way to Guiana. */
function mainPartOf(geometry: Geometry): GeoPermissibleObjects {
  if (geometry.type !== 'MultiPolygon') return geometry;
  const parts = geometry.coordinates.map((coordinates) => ({ type: 'Polygon' as const, coordinates }));
  return parts.reduce(
    (largest, part) => (geoArea(part) > geoArea(largest) ? part : largest),
    parts[0] ?? geometry,
  );
}

const EDGE = 6;
const shapes = readShapes();
const everything: GeoPermissibleObjects = {
  type: 'GeometryCollection',
  geometries: [
    ...shapes.map(({ geometry }) => geometry),
    {
      type: 'MultiPoint',
      coordinates: SMALL_COUNTRIES.map(({ longitude, latitude }) => [longitude, latitude]),
    },
  ],
};
// Turned a little, so that the edge falls into the sea and not through the east of Russia.
const projection = geoEqualEarth()
  .rotate([-11, 0])
  .fitWidth(MAP_WIDTH - 2 * EDGE, everything);
const [right, down] = projection.translate();
projection.translate([right + EDGE, down + EDGE]);
const draw = geoPath(projection).digits(1);
const [, [, bottom]] = draw.bounds(everything);

/** How high the map is, in its own units. */
export const MAP_HEIGHT = Math.ceil(bottom + EDGE);

function shapeOf({ id, properties, geometry }: Shapes[number], index: number): CountryShape {
  const [x, y] = draw.centroid(mainPartOf(geometry));
  return { key: `shape-${index}`, code: codeOf(id, properties?.['name']), path: draw(geometry), x, y };
}

function dotOf({ code, longitude, latitude }: (typeof SMALL_COUNTRIES)[number]): CountryShape[] {
  const place = projection([longitude, latitude]);
  return place === null ? [] : [{ key: code, code, path: null, x: place[0], y: place[1] }];
}

/** Every country, as a shape or as a dot; the dots last, so that they lie on top. */
export const COUNTRY_SHAPES: readonly CountryShape[] = [
  ...shapes.map(shapeOf),
  ...SMALL_COUNTRIES.flatMap(dotOf),
];
