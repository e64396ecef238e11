-- The wrk script of Pacer: any path, any pipeline depth, exact figures at the end.
--
--   wrk -t4 -c128 -d30s http://localhost:8080 -s pipeline.lua --latency -- / 16
--
-- The arguments after `--` are the path (default: the URL's) and the pipeline depth (default: 1),
-- the number of requests that are sent in one segment before any answer is read.

local function parse(args)
  local path, depth = args[1] or wrk.path, tonumber(args[2] or 1)
  if not depth or depth < 1 or depth ~= math.floor(depth) then
    error("the pipeline depth must be a whole number from 1, not '" .. tostring(args[2]) .. "'", 0)
  end
  if path:sub(1, 1) ~= "/" then
    error("the path must begin with '/', not '" .. path .. "'", 0)
  end
  -- Two different paths, and one of them silently ignored, measure the wrong thing.
  if wrk.path ~= "/" and wrk.path ~= path then
    error("the URL says '" .. wrk.path .. "' but the argument says '" .. path .. "'", 0)
  end
  return path, depth
end

function init(args)
  local path, depth = parse(args)
  wrk.path = path
  if depth > 1 then
    local batch = string.rep(wrk.format(), depth)
    -- Only set when needed: without `request`, wrk sends a fixed buffer and calls no Lua at all.
    request = function() return batch end
  end
end

-- wrk's own report is rounded, and so are its units; these are the counters themselves.
function done(summary, latency, requests)
  local e = summary.errors
  io.write(string.format(
    'pacer-result {"requests":%d,"duration_us":%d,"bytes":%d,"errors":' ..
    '{"connect":%d,"read":%d,"write":%d,"status":%d,"timeout":%d}}\n',
    summary.requests, summary.duration, summary.bytes,
    e.connect, e.read, e.write, e.status, e.timeout))
end
