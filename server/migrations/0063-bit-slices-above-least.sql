-- Bit slices hold how far numbers are above the least of their segment, which is slices[0]; null is 0, as older servers write
-- them. Only digits that tell numbers apart are read: dates have 10 instead of 20.
create or replace function bits_between(slices bit varying[], lowest bigint, highest bigint) returns bit varying
language plpgsql immutable parallel safe
as $$
declare
  least bigint := coalesce(slices[0]::bit(64)::bigint, 0);
  above bigint := case when highest is not null then greatest(highest - least + 1, 0) end;
  -- The numbers whose lower digits reach either bound; null: all of them.
  reached bit varying;
  passed bit varying;
begin
  lowest := greatest(lowest - least, 0);
  -- From the lowest digit up: a higher one decides, where it differs. Where all higher digits of both bounds are equal,
  -- `reached` loses the numbers without their ones, and `passed` gets those without their zeros.
  for i in 2 .. array_upper(slices, 1) loop
    if lowest & 1 = 1 then reached := coalesce(reached & slices[i], slices[i]);
    elsif lowest is distinct from above then reached := reached | slices[i]; end if;
    if above & 1 = 0 then passed := passed | slices[i];
    elsif lowest <> above then passed := coalesce(passed & slices[i], slices[i]); end if;
    lowest := lowest >> 1;
    above := above >> 1;
  end loop;
  -- A bound with more digits than any number has is reached by none.
  if lowest > 0 then return slices[1] & ~slices[1]; end if;
  reached := coalesce(reached, slices[1]);
  if above is null or above > 0 then return reached; end if;
  return reached & ~coalesce(passed, slices[1]);
end
$$;
