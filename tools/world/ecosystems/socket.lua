-- LuaSocket's url, asked as measure.py says.
local url = require("socket.url")

for line in io.lines() do
  local operation, text, second = line:match("^([^\t]*)\t([^\t]*)\t?(.*)$")
  local good, result = pcall(function()
    return operation == "resolve" and url.absolute(text, second) or url.build(url.parse(text))
  end)
  print(good and "=" .. result or "!")
end
