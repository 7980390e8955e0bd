import {
  type GeoPath,
  type GeoPermissibleObjects,
  type GeoProjection,
  geoArea,
  geoAzimuthalEqualArea,
  geoEqualEarth,
  geoPath,
} from 'd3-geo';
import { feature } from 'topojson-client';
import world from 'world-atlas/countries-110m.json';
import { SMALL_COUNTRIES } from './small-countries.ts';

/** Map width in map units, the unit of all paths and positions. */
export const MAP_WIDTH = 960;

export interface CountryShape {
  key: string;
  /** ISO 3166 alpha-2 code. */
  code: string;
  /** SVG path; null for dots. */
  path: string | null;
  /** Center of the largest part, for label and dot. */
  x: number;
  y: number;
}

type Topology = Parameters<typeof feature>[0];
type Shapes = Extract<ReturnType<typeof feature>, { features: unknown }>['features'];
type Geometry = Shapes[number]['geometry'];

/** Territories without a numeric code in the atlas, and the country of their leads. */
const CODE_BY_NAME: Record<string, string> = { Kosovo: 'XK', 'N. Cyprus': 'CY', Somaliland: 'SO' };
const ANTARCTICA = '010';

// The atlas lacks types for its JSON.
function readShapes(): Shapes {
  const topology = world as unknown as Topology;
  const countries = topology.objects['countries'];
  const shapes = countries && feature(topology, countries);
  if (shapes?.type !== 'FeatureCollection') throw new Error('The atlas holds no countries');
  return shapes.features.filter(({ id }) => id !== ANTARCTICA);
}

/** Converts a numeric ISO 3166 code to alpha-2. */
function codeOf(numeric: string | number | undefined, name: unknown): string {
  if (numeric === undefined) return CODE_BY_NAME[String(name)] ?? '';
  return new Intl.Locale(`und-${String(numeric).padStart(3, '0')}`).region ?? '';
}

/** Returns the largest polygon; French Guiana would move France's center into the Atlantic. */
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

// Rotated so that the map's edge runs through the sea, not eastern Russia.
const worldProjection = geoEqualEarth()
  .rotate([-11, 0])
  .fitWidth(MAP_WIDTH - 2 * EDGE, allGeometries);
const [right, down] = worldProjection.translate();
worldProjection.translate([right + EDGE, down + EDGE]);
const [, [, bottom]] = geoPath(worldProjection).bounds(allGeometries);

/** Map units. */
export const MAP_HEIGHT = Math.ceil(bottom + EDGE);

/**
 * Extreme points of Europe's map: Ireland, North Cape, eastern Ukraine, the sea south of Crete and
 * Cyprus, Gibraltar.
 */
const EUROPE: GeoPermissibleObjects = {
  type: 'MultiPoint',
  coordinates: [
    [-10.5, 53],
    [25, 71.3],
    [40, 49],
    [25, 33.6],
    [33, 33.4],
    [-5.5, 36],
  ],
};

const FRAME: [[number, number], [number, number]] = [
  [0, 0],
  [MAP_WIDTH, MAP_HEIGHT],
];

function europeProjection(): GeoProjection {
  const inner: typeof FRAME = [
    [EDGE, EDGE],
    [MAP_WIDTH - EDGE, MAP_HEIGHT - EDGE],
  ];
  return geoAzimuthalEqualArea().rotate([-15, -53]).fitExtent(inner, EUROPE).clipExtent(FRAME);
}

export type MapArea = 'world' | 'europe';

/** Returns an area's countries, dots last to be drawn on top. */
export function shapesOf(area: MapArea): readonly CountryShape[] {
  drawn[area] ??= drawShapes(area === 'world' ? worldProjection : europeProjection());
  return drawn[area];
}

const drawn: Partial<Record<MapArea, readonly CountryShape[]>> = {};

function drawShapes(projection: GeoProjection): CountryShape[] {
  const draw = geoPath(projection).digits(1);
  return [
    ...shapes.flatMap((shape, index) => shapeOf(draw, shape, index)),
    ...SMALL_COUNTRIES.flatMap((place) => dotOf(projection, place)),
  ];
}

function shapeOf(draw: GeoPath, { id, properties, geometry }: Shapes[number], index: number): CountryShape[] {
  const path = draw(geometry);
  if (path === null) return [];
  // A country at the edge may show only a remote part.
  const [mainX, mainY] = draw.centroid(mainPartOf(geometry));
  const [x, y] = Number.isNaN(mainX) ? draw.centroid(geometry) : [mainX, mainY];
  return [{ key: `shape-${index}`, code: codeOf(id, properties?.['name']), path, x, y }];
}

function dotOf(
  projection: GeoProjection,
  { code, longitude, latitude }: (typeof SMALL_COUNTRIES)[number],
): CountryShape[] {
  const [x, y] = projection([longitude, latitude]) ?? [-1, -1];
  const inside = x >= 0 && x <= MAP_WIDTH && y >= 0 && y <= MAP_HEIGHT;
  return inside ? [{ key: code, code, path: null, x, y }] : [];
}
