import { type GeoPermissibleObjects, geoArea, geoEqualEarth, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import world from 'world-atlas/countries-110m.json';
import { SMALL_COUNTRIES } from './small-countries.ts';

/** Width of the map in map units, the unit of all paths and positions. */
export const MAP_WIDTH = 960;

/** Shape or dot of a country on the map. */
export interface CountryShape {
  key: string;
  /** ISO 3166 alpha-2 code. */
  code: string;
  /** SVG path; null for a country drawn as a dot. */
  path: string | null;
  /** Centre of the largest part, the position of the label and the dot. */
  x: number;
  y: number;
}

type Topology = Parameters<typeof feature>[0];
type Shapes = Extract<ReturnType<typeof feature>, { features: unknown }>['features'];
type Geometry = Shapes[number]['geometry'];

/** Territories without a numeric code in the atlas, with the country to which their leads belong. */
const CODE_BY_NAME: Record<string, string> = { Kosovo: 'XK', 'N. Cyprus': 'CY', Somaliland: 'SO' };
const ANTARCTICA = '010';

// The atlas has no type for the text in its JSON.
function readShapes(): Shapes {
  const topology = world as unknown as Topology;
  const countries = topology.objects['countries'];
  const shapes = countries && feature(topology, countries);
  if (shapes?.type !== 'FeatureCollection') throw new Error('The atlas holds no countries');
  return shapes.features.filter(({ id }) => id !== ANTARCTICA);
}

/** Converts a numeric ISO 3166 code to alpha-2 with the browser's region data. */
function codeOf(numeric: string | number | undefined, name: unknown): string {
  if (numeric === undefined) return CODE_BY_NAME[String(name)] ?? '';
  return new Intl.Locale(`und-${String(numeric).padStart(3, '0')}`).region ?? '';
}

/** Returns the largest polygon; otherwise French Guiana would move the centre of France into the Atlantic. */
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
const allGeometries: GeoPermissibleObjects = {
  type: 'GeometryCollection',
  geometries: [
    ...shapes.map(({ geometry }) => geometry),
    {
      type: 'MultiPoint',
      coordinates: SMALL_COUNTRIES.map(({ longitude, latitude }) => [longitude, latitude]),
    },
  ],
};
// Rotated slightly, so that the edge of the map runs through the sea and not through eastern Russia.
const projection = geoEqualEarth()
  .rotate([-11, 0])
  .fitWidth(MAP_WIDTH - 2 * EDGE, allGeometries);
const [right, down] = projection.translate();
projection.translate([right + EDGE, down + EDGE]);
const draw = geoPath(projection).digits(1);
const [, [, bottom]] = draw.bounds(allGeometries);

/** Height of the map in map units. */
export const MAP_HEIGHT = Math.ceil(bottom + EDGE);

function shapeOf({ id, properties, geometry }: Shapes[number], index: number): CountryShape {
  const [x, y] = draw.centroid(mainPartOf(geometry));
  return { key: `shape-${index}`, code: codeOf(id, properties?.['name']), path: draw(geometry), x, y };
}

function dotOf({ code, longitude, latitude }: (typeof SMALL_COUNTRIES)[number]): CountryShape[] {
  const place = projection([longitude, latitude]);
  return place === null ? [] : [{ key: code, code, path: null, x: place[0], y: place[1] }];
}

/** Every country as a shape or a dot; dots come last, so that they are drawn on top. */
export const COUNTRY_SHAPES: readonly CountryShape[] = [
  ...shapes.map(shapeOf),
  ...SMALL_COUNTRIES.flatMap(dotOf),
];
